/** Fault of a laid-over value, as 'social.0.url must be text', and the fields that keep their default. */
export type Report = { wrong: string[]; left: string[] }

/** Values that text in a field of this name may have, such as those of `icon`. */
export type Choices = Record<string, readonly string[]>

type Place = { at: string; choices: Choices; isElement: boolean }

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: Record<string, string> = { string: 'text', number: 'a number', boolean: 'true or false' }

/**
 * `own` laid over `standard`, field by field; a list replaces the whole list, and its elements have the fields of the
 * standard's first one. What is wrong is reported, and gives way to the standard, so that the result always has its
 * shape. Figures may be null; the check of the campaign knows which.
 */
export function layOver(
  standard: unknown,
  own: unknown,
  report: Report,
  { at, choices, isElement }: Place = { at: '', choices: {}, isElement: false },
): unknown {
  const below = (name: string) => (at === '' ? name : `${at}.${name}`)
  const reject = (place: string, what: string) => {
    report.wrong.push(`${place} ${what}`)
    return standard
  }
  if (Array.isArray(standard)) {
    if (!Array.isArray(own)) return reject(at, 'must be a list')
    const before = report.wrong.length
    const elements = own.map((element, index) =>
      layOver(standard[0], element, report, { at: below(`${index}`), choices, isElement: true }),
    )
    return report.wrong.length > before ? standard : elements
  }
  if (isGroup(standard)) {
    if (!isGroup(own)) return reject(at, 'must be a group of fields in { }')
    for (const name of Object.keys(own))
      if (!Object.hasOwn(standard, name)) reject(below(name), `is unknown (known: ${Object.keys(standard).join(', ')})`)
    return Object.fromEntries(
      Object.entries(standard).map(([name, value]) => {
        if (Object.hasOwn(own, name))
          return [name, layOver(value, own[name], report, { at: below(name), choices, isElement })]
        if (isElement) reject(below(name), 'is missing')
        else report.left.push(below(name))
        return [name, value]
      }),
    )
  }
  const isSameKind =
    standard === null || typeof own === typeof standard || (own === null && typeof standard === 'number')
  if (!isSameKind) return reject(at, `must be ${kinds[typeof standard] ?? 'empty'}`)
  const allowed = choices[at.split('.').at(-1) ?? '']
  return allowed && !allowed.includes(String(own)) ? reject(at, `must be one of ${allowed.join(', ')}`) : own
}
