export type Place = { city: string | null; region: string | null; country: string }

/** The place and device of a browser, in a few words. */
export type ClientContext = { device: string; place: Place | null }

/** The text of a place in a table. */
export type PlaceColumns = { city: string | null; region: string | null; country: string | null }
export const placeOf = ({ city, region, country }: PlaceColumns): Place | null =>
  country === null ? null : { city, region, country }
export const placeValues = (place: Place | null) => [place?.city ?? null, place?.region ?? null, place?.country ?? null]
