import { notRecorded } from '../../records/names.ts'
import { fieldLabel } from './labels.ts'

type Source = { readonly [part: string]: string | null }

const partsOf = (source: Source) =>
  Object.entries(source).flatMap(([part, value]) => (value === null ? [] : [[part, value] as const]))

/** Where an act came from, in as few words as a column has room for. */
export function shortSource(source: Source | null): string {
  if (!source) return notRecorded
  const { utmSource, utmMedium, utmCampaign, ...others } = source
  const named = [utmSource, utmMedium, utmCampaign].filter(Boolean)
  if (named.length > 0) return named.join(' / ')
  const [first] = partsOf(others)
  return first ? first[1] : 'None'
}

/** Every part of a source with its name. */
export function fullSource(source: Source | null): string {
  if (!source) return notRecorded
  return (
    partsOf(source)
      .map(([part, value]) => `${fieldLabel(part)}: ${value}`)
      .join(', ') || 'None'
  )
}
