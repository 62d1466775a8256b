import type { z } from 'zod'
import type { Field, ItemRecord, TextField } from '../records/fields.ts'
import * as schemas from './fields.ts'

/** The schemas of an item's texts in what a caller sends; other fields have rules of their own. */
type TextSchemas<Item extends ItemRecord, Filled, Blank, Nullable> = {
  [Name in keyof Item as Item[Name] extends TextField ? Name : never]: Item[Name] extends { isNullable: true }
    ? Nullable
    : Item[Name] extends { mayBeBlank: true }
      ? Blank
      : Filled
}
type Required = ReturnType<typeof schemas.requiredText>
type NewTexts<Item extends ItemRecord> = TextSchemas<
  Item,
  Required,
  ReturnType<typeof schemas.optionalText>,
  ReturnType<typeof schemas.nullableText>
>
type CorrectedTexts<Item extends ItemRecord> = TextSchemas<
  Item,
  Required,
  z.ZodOptional<ReturnType<typeof schemas.blankText>>,
  z.ZodOptional<ReturnType<typeof schemas.clearableText>>
>

function mapTexts(item: ItemRecord, schemaOf: (field: TextField) => z.ZodType): object {
  const isText = (entry: [string, Field]): entry is [string, TextField] =>
    ['text', 'email', 'url'].includes(entry[1].form)
  return Object.fromEntries(
    Object.entries(item)
      .filter(isText)
      .map(([name, field]) => [name, schemaOf(field)]),
  )
}

const filled = ({ form, max }: TextField) => (form === 'email' ? schemas.requiredEmail : schemas.requiredText(max))

/** A new item: absent, null or blank texts become null where they may. */
export function newTexts<Item extends ItemRecord>(item: Item): NewTexts<Item>
export function newTexts(item: ItemRecord): object {
  return mapTexts(item, (field) => {
    const { form, max } = field
    if (!field.isNullable) return field.mayBeBlank ? schemas.optionalText(max) : filled(field)
    if (form === 'email') return schemas.nullableEmail
    return form === 'url' ? schemas.nullableHttpsUrl(max) : schemas.nullableText(max)
  })
}

/** A correction: absent texts that may be null or blank stay as they are, and null clears one that may be null. */
export function correctedTexts<Item extends ItemRecord>(item: Item): CorrectedTexts<Item>
export function correctedTexts(item: ItemRecord): object {
  return mapTexts(item, (field) => {
    const { form, max } = field
    if (!field.isNullable) return field.mayBeBlank ? schemas.blankText(max).optional() : filled(field)
    return (form === 'url' ? schemas.clearableHttpsUrl(max) : schemas.clearableText(max)).optional()
  })
}
