/** The fields that still hold values of the sample campaign: `candidate`, `social.0.url` and so on. */
export const sampleFields = (value: object, path = ''): string[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner === 'string') return isSample(inner) ? [`${path}${name}`] : []
    return typeof inner === 'object' && inner !== null ? sampleFields(inner, `${path}${name}.`) : []
  })

const isSample = (text: string) => /\bYour (?:Candidate|City)\b|\bexample\.(?:com|net|org)\b/.test(text)
