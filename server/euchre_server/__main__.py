"""``python -m euchre_server`` is ``euchre-host``."""

import sys

from euchre_server.start import host

sys.exit(host())
