"""The web server of Charidice and its pages."""
