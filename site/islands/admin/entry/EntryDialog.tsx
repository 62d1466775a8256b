import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { volunteerInterests } from '../../../../contract/campaign.ts'
import type { Field as FieldFacts, ItemRecord } from '../../../../records/fields.ts'
import { entrySources, handEntry } from '../../../../records/hand-entry.ts'
import { availabilities } from '../../../../records/volunteers.ts'
import { $entry, type EntryTarget } from '../../../stores/admin/entry.ts'
import { entryForm, entryItems, entryTitles, today } from '../../../stores/admin/entry-forms.ts'
import { Choice, Choices, Select } from '../../forms/Choices.tsx'
import { Field } from '../../forms/Field.tsx'
import { Form } from '../../forms/Form.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'

/** Adds what came on paper, by phone or by letter: one person in a form, or a sheet of many. */
export function EntryDialog() {
  const target = useStore($entry)
  const isSheet = target?.isSheet === true
  return (
    <Modal
      isOpen={target !== null}
      title={target === null ? 'Add' : isSheet ? 'Add a sheet of people' : entryTitles[target.kind]}
      isWide
      isForm
      asksToDiscard={!isSheet}
      onClose={() => $entry.set(null)}
    >
      {target !== null && (isSheet ? <SheetOnDemand target={target} /> : <EntryForm target={target} />)}
    </Modal>
  )
}

const noSource = { value: '', label: 'Choose one' }
const sources = [
  noSource,
  ...entrySources.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
]

/** The source of the people’s consent. */
const HowKnown = () => (
  <>
    <div className="form-row">
      <Select name="entrySource" label="How do you know them?" options={sources} />
      <Field
        name="entryDay"
        label={handEntry.entryDay.label}
        type="date"
        help="When they signed, called or wrote, in the campaign’s time zone."
      />
    </div>
    <Field name="entryNote" label={handEntry.entryNote.label} help="Such as the place, or who took the call." />
  </>
)

function EntryForm({ target }: { target: EntryTarget }) {
  const form = useMemo(() => entryForm(target), [target])
  const { kind } = target
  return (
    <Form form={form} label={entryTitles[kind]} values={{ entryDay: today(), entrySource: '' }}>
      {rowsOf(entryItems[kind]).map((row) => (
        <div className="form-row" key={row[0]?.[0]}>
          {row.map(([name, facts]) => (
            <ItemField name={name} facts={facts} key={name} />
          ))}
        </div>
      ))}
      {kind === 'guests' && (
        <label className="choice">
          <input type="checkbox" name="joinWaitingList" value="yes" />
          Put them on the waiting list if the event is full
        </label>
      )}
      <HowKnown />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Adding..." className="button button-small button-primary">
          Add
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

const sideBySide = [
  ['firstName', 'lastName'],
  ['email', 'phone'],
  ['city', 'state', 'zipCode'],
]

/** The fields of an item, where those that belong together share a row. */
const rowsOf = (item: ItemRecord) =>
  Object.entries(item).flatMap(([name, facts]) => {
    const group = Object.entries(item).filter(([other]) =>
      sideBySide.some((names) => names.includes(name) && names.includes(other)),
    )
    const row = group.length === 0 ? [[name, facts] as const] : group
    return row[0]?.[0] === name ? [row] : []
  })

const typeOf = (name: string, { form }: FieldFacts) => {
  if (form === 'email') return 'email'
  return name === 'phone' ? 'tel' : 'text'
}

/** The control that fits a field. */
function ItemField({ name, facts }: { name: string; facts: FieldFacts }) {
  const { label, form } = facts
  if (form === 'flag') return null
  if (form === 'texts') return <Choices name={name} label={label} options={volunteerInterests} />
  if (form === 'count') return <Field name={name} label={`${label} in dollars`} />
  if (name === 'availability') return <Choice name={name} label={label} none="Not specified" options={availabilities} />
  const isLong = 'max' in facts && facts.max >= 1000
  return <Field name={name} label={label} type={typeOf(name, facts)} {...(isLong && { rows: 4 })} />
}

/** Loaded only for people who type a whole clipboard. */
function SheetOnDemand({ target }: { target: EntryTarget }) {
  const [Sheet, setSheet] = useState<ComponentType<{ target: EntryTarget }> | null>(null)
  useEffect(() => {
    import('./Sheet.tsx').then(
      (loaded) => setSheet(() => loaded.Sheet),
      () => $entry.set(null),
    )
  }, [])
  return Sheet === null ? <p role="status">Loading…</p> : <Sheet target={target} />
}
