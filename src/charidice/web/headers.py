"""What every answer tells the browser to be careful about."""

from starlette.datastructures import MutableHeaders

from charidice.web.settings import Settings

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types charidice",
    )
)
UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED),
}
TWO_YEARS = 2 * 365 * 24 * 3600


def secure_headers(headers: MutableHeaders, path: str, settings: Settings) -> None:
    """Add what the route has not set itself."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if settings.secure:
        headers.setdefault("strict-transport-security", f"max-age={TWO_YEARS}")
    if path.startswith("/api/"):
        headers.setdefault("cache-control", "no-store")
