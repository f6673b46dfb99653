import sys

from charidice.cli import main

sys.exit(main())
