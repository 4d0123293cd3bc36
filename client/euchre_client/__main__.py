"""``python -m euchre_client`` is ``euchre-join``."""

import sys

from euchre_client.start import main

sys.exit(main())
