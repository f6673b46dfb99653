"""The choices of paper, apart from what draws on it, which loads slowly."""

PAPERS = ("a4", "letter")
PER_PAGE = (2, 4)
