import type { ItemRecord, NullableGroup, NullablePublicText, PersonalField, PublicText } from './fields.ts'
import type { Values } from './values.ts'

type PersonalName<Item extends ItemRecord> = {
  [Name in keyof Item]: Item[Name] extends PersonalField ? Name : never
}[keyof Item]
type ImpersonalName<Item extends ItemRecord> = {
  [Name in keyof Item]: Item[Name] extends PublicText | NullablePublicText | NullableGroup ? Name : never
}[keyof Item]

/** The values of the personal fields once the person is erased. */
export function erasedIn<Item extends ItemRecord>(item: Item): Pick<Values<Item>, PersonalName<Item>>
export function erasedIn(item: ItemRecord): object {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, field]) => ('erased' in field ? [[name, field.erased]] : [])),
  )
}

/** Why the other texts are not personal. */
export function impersonalIn<Item extends ItemRecord>(item: Item): { readonly [Name in ImpersonalName<Item>]: string }
export function impersonalIn(item: ItemRecord): object {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, field]) => ('impersonal' in field ? [[name, field.impersonal]] : [])),
  )
}
