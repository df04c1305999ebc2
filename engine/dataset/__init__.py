"""Exported games as tables, for dataframes (docs/how-to/datasets.md). Needs the engine alone, and pyarrow for CSV and Parquet."""
