"""The site on a home screen and without a network: what a browser keeps, and sends later."""
