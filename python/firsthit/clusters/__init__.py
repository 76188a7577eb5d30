"""What runs on clusters: sweeps over scenes, and data sets of queries."""
