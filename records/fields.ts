/** The address of every erased person. */
export const erasedEmail = 'erased@erased.invalid'

/**
 * Plain facts that a record gives about a field: no schema library reaches a browser with them. `label`: its name on
 * screens and in files. `isFound`: a search of the console finds it.
 */
type About = { label: string; isFound?: true }
type AboutText = About & { form?: 'email' | 'url' }
/** Limited to `max` characters; `mayBeBlank`: empty text is an answer. */
type Words = About & { form: 'text' | 'email' | 'url'; max: number; isNullable: false; mayBeBlank: boolean }
type NullableWords = About & { form: 'text' | 'email' | 'url'; max: number; isNullable: true }
type Blank = { mayBeBlank: true }

/** Personal, as every text is unless its record says why not. `erased`: what stands there once its person is erased. */
export type Text = Words & { erased: string }
export type NullableText = NullableWords & { erased: string | null }
/** At most `maxTexts` texts of up to `max` characters each. */
export type Texts = About & { form: 'texts'; max: number; maxTexts: number; isNullable: false; erased: string[] }
export type NullableTexts = Omit<Texts, 'isNullable' | 'erased'> & { isNullable: true; erased: null }
/** Columns of imported lists that no field took: records/kept-columns.ts. */
export type FurtherColumns = About & { form: 'columns'; isNullable: true; erased: null }
/** `impersonal`: why an erasure leaves it. */
export type PublicText = Words & { impersonal: string }
export type NullablePublicText = NullableWords & { impersonal: string }
/** No words. `moment`: ISO 8601, UTC. `day`: '2026-05-09'. `clockTime`: '18:30'. */
export type Plain<Form extends PlainForm = PlainForm> = About & { form: Form; isNullable: false }
export type NullablePlain<Form extends PlainForm = PlainForm> = About & { form: Form; isNullable: true }
type PlainForm = 'count' | 'flag' | 'moment' | 'day' | 'clockTime'
/** Fields that are recorded together or not at all, and none of which is personal. */
export type NullableGroup<Parts extends ItemRecord = ItemRecord> = About & {
  form: 'group'
  parts: Parts
  isNullable: true
  impersonal: string
}

export type TextField = Text | NullableText | PublicText | NullablePublicText
export type PersonalField = Text | NullableText | Texts | NullableTexts | FurtherColumns
export type Field = TextField | PersonalField | Plain | NullablePlain | NullableGroup
/** The fields of an item, in reading order. */
export type ItemRecord = { readonly [field: string]: Field }

type Personal = AboutText & { erased?: string }
type Public = AboutText & { impersonal: string }
const words = { form: 'text', isNullable: false, mayBeBlank: false } as const
const nullableWords = { form: 'text', isNullable: true } as const

/* @__NO_SIDE_EFFECTS__ */
export const text = (max: number, about: Personal): Text => ({ ...words, max, erased: '', ...about })
/* @__NO_SIDE_EFFECTS__ */
export const blankText = (max: number, about: Personal): Text & Blank => ({ ...text(max, about), mayBeBlank: true })
/* @__NO_SIDE_EFFECTS__ */
export const nullableText = (max: number, about: Personal): NullableText => ({
  ...nullableWords,
  max,
  erased: null,
  ...about,
})
/* @__NO_SIDE_EFFECTS__ */
export const texts = (max: number, about: About & { maxTexts: number }): Texts => ({
  ...{ form: 'texts', max, isNullable: false, erased: [] },
  ...about,
})
/* @__NO_SIDE_EFFECTS__ */
export const nullableTexts = (max: number, about: About & { maxTexts: number }): NullableTexts => ({
  ...{ form: 'texts', max, isNullable: true, erased: null },
  ...about,
})
/* @__NO_SIDE_EFFECTS__ */
export const listColumns = (about: About): FurtherColumns => ({
  ...{ form: 'columns', isNullable: true, erased: null },
  ...about,
})
/* @__NO_SIDE_EFFECTS__ */
export const publicText = (max: number, about: Public): PublicText => ({ ...words, max, ...about })
/* @__NO_SIDE_EFFECTS__ */
export const blankPublicText = (max: number, about: Public): PublicText & Blank => ({
  ...publicText(max, about),
  mayBeBlank: true,
})
/* @__NO_SIDE_EFFECTS__ */
export const nullablePublicText = (max: number, about: Public): NullablePublicText => ({
  ...nullableWords,
  max,
  ...about,
})
/* @__NO_SIDE_EFFECTS__ */
export const plain = <Form extends PlainForm>(form: Form, label: string): Plain<Form> => ({
  form,
  label,
  isNullable: false,
})
/* @__NO_SIDE_EFFECTS__ */
export const nullablePlain = <Form extends PlainForm>(form: Form, label: string): NullablePlain<Form> => ({
  ...{ form, label, isNullable: true },
})

/* @__NO_SIDE_EFFECTS__ */
export const nullableGroup = <Parts extends ItemRecord>(
  parts: Parts,
  about: About & { impersonal: string },
): NullableGroup<Parts> => ({ ...about, form: 'group', parts, isNullable: true })

/* @__NO_SIDE_EFFECTS__ */
export const email = (about: { isFound?: true; label?: string } = {}): Text =>
  text(255, { label: 'Email', form: 'email', erased: erasedEmail, ...about })
/* @__NO_SIDE_EFFECTS__ */
export const nullableEmail = (about: { isFound?: true } = {}): NullableText =>
  nullableText(255, { label: 'Email', form: 'email', ...about })
