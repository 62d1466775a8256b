/**
 * The server counts no visit when a browser draws a page ahead. Once people open it, it is asked for again, and that is
 * the visit.
 */
document.addEventListener(
  'prerenderingchange',
  () =>
    void fetch(location.pathname, { cache: 'no-store' }).then(
      ({ body }) => body?.cancel(),
      () => {},
    ),
  { once: true },
)

export {}
