"""Workers: from a job to fetched, extracted and stored pages; the only home of Scrapy."""
