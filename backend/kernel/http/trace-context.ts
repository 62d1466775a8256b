/**
 * The trace id in a `traceparent` header (W3C Trace Context, level 1), so that lines of our log can be found from
 * another service; null when there is none, or one that is not valid.
 */
export function traceIdOf(traceparent: string | string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null
  const [, version, traceId = '', spanId = ''] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-.*)?$/.exec(traceparent) ?? []
  const isValid = version !== undefined && version !== 'ff' && !/^0+$/.test(traceId) && !/^0+$/.test(spanId)
  return isValid ? traceId : null
}
