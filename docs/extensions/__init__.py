"""What this site adds to Sphinx: pages made from the program itself."""
