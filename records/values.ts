import type {
  Field,
  FurtherColumns,
  ItemRecord,
  NullableGroup,
  NullablePlain,
  NullableTexts,
  Plain,
  Texts,
} from './fields.ts'
import { type FurtherColumn, withColumns, withTags } from './kept-columns.ts'

type Filled<Of extends Field> = Of extends Texts | NullableTexts
  ? string[]
  : Of extends FurtherColumns
    ? FurtherColumn[]
    : Of extends Plain<'flag'> | NullablePlain<'flag'>
      ? boolean
      : Of extends Plain<'count'> | NullablePlain<'count'>
        ? number
        : Of extends NullableGroup<infer Parts>
          ? Values<Parts>
          : string
export type ValueOf<Of extends Field> = Of extends { isNullable: true } ? Filled<Of> | null : Filled<Of>

/** An item: a value for each field of its record. */
export type Values<Item extends ItemRecord> = { [Name in keyof Item]: ValueOf<Item[Name]> }

export type NullableName<Item extends ItemRecord> = {
  [Name in keyof Item]: Item[Name] extends { isNullable: true } ? Name : never
}[keyof Item]
/** The words of a caller about an item: a field that may be null and is left out stays as it is. */
export type Correction<Item extends ItemRecord> = Omit<Values<Item>, NullableName<Item>> & {
  [Name in NullableName<Item>]?: ValueOf<Item[Name]> | undefined
}

/** The fields of the record alone, in its order; one that may be null and is missing is null. */
export function valuesIn<Item extends ItemRecord>(item: Item, said: Correction<Item>): Values<Item>
export function valuesIn(item: ItemRecord, said: { [field: string]: unknown }): object {
  return Object.fromEntries(Object.keys(item).map((name) => [name, said[name] ?? null]))
}

/** The item as a caller corrects it. */
export function corrected<Item extends ItemRecord>(
  item: Item,
  known: Values<Item>,
  said: Partial<Values<Item>>,
): Values<Item>
export function corrected(
  item: ItemRecord,
  known: { [field: string]: unknown },
  said: { [field: string]: unknown },
): object {
  return Object.fromEntries(
    Object.keys(item).map((name) => [name, said[name] === undefined ? known[name] : said[name]]),
  )
}

/** The item with what it lacks from another, such as columns of other lists. */
export function completed<Item extends ItemRecord>(item: Item, known: Values<Item>, other: Values<Item>): Values<Item>
export function completed(item: ItemRecord, known: Values<ItemRecord>, other: Values<ItemRecord>): object {
  return Object.fromEntries(
    Object.entries(item).map(([name, { form }]) => [name, both(form, other[name] ?? null, known[name] ?? null)]),
  )
}

type Value = ValueOf<Field>
const isColumns = (value: Value): value is FurtherColumn[] => Array.isArray(value)
const isTexts = (value: Value): value is string[] => Array.isArray(value)

function both(form: Field['form'], older: Value, newer: Value): Value {
  if (older === null && newer === null) return null
  if (form === 'columns') return withColumns(isColumns(older) ? older : [], isColumns(newer) ? newer : [])
  if (form === 'texts') return withTags(isTexts(older) ? older : [], isTexts(newer) ? newer : [])
  return newer ?? older
}

export const isSame = <Item extends ItemRecord>(item: Item, one: Correction<Item>, other: Correction<Item>): boolean =>
  JSON.stringify(valuesIn(item, one)) === JSON.stringify(valuesIn(item, other))
