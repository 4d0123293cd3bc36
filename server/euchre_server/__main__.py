"""``python -m euchre_server`` is ``euchre-host``."""

import sys

from euchre_server.cli import main

sys.exit(main())
