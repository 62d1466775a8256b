import { useStore } from '@nanostores/react'
import { volunteerInterests } from '../../../contract/campaign.ts'
import type { AdminVolunteer } from '../../../contract/volunteers.ts'
import { availabilities, volunteer } from '../../../records/volunteers.ts'
import { textsOf } from '../../lib/item-values.ts'
import { excerpt } from '../../lib/names.ts'
import { tableExportPath } from '../../lib/paths.ts'
import { volunteerActions, volunteerEditor, volunteerList } from '../../stores/admin/admin-volunteers.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { Choice } from '../forms/Choices.tsx'
import { Field } from '../forms/Field.tsx'
import { DeleteSelected, useDeletion } from './DeleteDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { AddByHand } from './entry/AddByHand.tsx'
import { KeptRowActions } from './KeptRowActions.tsx'
import { PersonName } from './RowButton.tsx'
import { SkillMatch, wayNames } from './SkillMatch.tsx'
import { Badges } from './table/Badges.tsx'
import type { Column, Filter } from './table/columns.ts'
import { phoneColumn, zipCodeColumn } from './table/contact-columns.tsx'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'
import { EmailAddress } from './table/EmailAddress.tsx'
import { PersonDetails } from './table/PersonDetails.tsx'
import { sourceColumn } from './table/source-column.tsx'

const choice = createColumnChoice('volunteers')
const nameOf = ({ firstName, lastName }: AdminVolunteer) => `${firstName} ${lastName}`.trim()
const shownName = (volunteer: AdminVolunteer) =>
  volunteer.isErased ? nameOf(volunteer) : <PersonName topic="volunteers" id={volunteer.id} name={nameOf(volunteer)} />

const columns: Column<AdminVolunteer>[] = [
  { id: 'name', label: 'Name', width: 'max(9.5rem, 14cqi)', isSortable: true, isName: true, cell: shownName },
  {
    id: 'email',
    label: 'Email',
    width: 'min(11rem, 100cqi - 36rem)',
    isSortable: true,
    card: 'line',
    cell: ({ email }) => <EmailAddress email={email} />,
  },
  phoneColumn(),
  {
    id: 'skills',
    label: 'Skills',
    isWide: true,
    leaves: 'next',
    cell: ({ skills }) => (skills === null ? 'No skills listed' : excerpt(skills, 100)),
    full: ({ skills }) => <p className="long-text">{skills ?? 'No skills listed'}</p>,
  },
  {
    id: 'availability',
    label: 'Availability',
    width: 'clamp(6.5rem, 9.75cqi, 7rem)',
    isSortable: true,
    leaves: 'first',
    card: 'badge',
    cell: ({ availability }) => availability ?? 'Not specified',
  },
  {
    id: 'interests',
    label: 'Interests',
    width: '15.5rem',
    cell: ({ interests }) => (interests.length === 0 ? 'None specified' : <Badges names={interests} />),
    full: ({ interests, aiSkillMatch }) => (
      <>
        {interests.length === 0 ? 'None specified' : <Badges names={interests} all />}
        <p className="quiet">Could help with</p>
        <SkillMatch match={aiSkillMatch} />
      </>
    ),
  },
  zipCodeColumn(),
  sourceColumn(),
  { ...createdColumn('Joined'), leaves: 'early' },
]

const filters: Filter[] = [
  { name: 'availability', label: 'Availability', options: availabilities.map((one) => [one, one]) },
  { name: 'interest', label: 'Interest', options: volunteerInterests.map((one) => [one, one]) },
  { name: 'way', label: 'Could help with', options: Object.entries(wayNames) },
  { name: 'status', label: 'Deleted', options: [['deleted', 'Only deleted']] },
]

export function AdminVolunteers() {
  const deletion = useDeletion(volunteerList, volunteerActions, {
    noun: 'volunteer',
    subject: (volunteer) => `${nameOf(volunteer)}, ${volunteer.email}`,
  })
  return (
    <DataTable
      list={volunteerList}
      choice={choice}
      title="Volunteers"
      noun="volunteers"
      columns={columns}
      filters={filters}
      none="No volunteers found."
      tools={
        <>
          <AddByHand kind="volunteers" reload={volunteerList.reload} hasSheet />
          <ExportLinks list={volunteerList} path={(format) => tableExportPath('volunteers', format)} hasPeople />
        </>
      }
      details={PersonDetails}
      nameOf={(volunteer) => `volunteer ${nameOf(volunteer)}`}
      buttons={3}
      actions={(volunteer) => <VolunteerActions volunteer={volunteer} onDelete={() => deletion.ask(volunteer)} />}
      bulk={<DeleteSelected onClick={() => deletion.ask('selected')} />}
    >
      <VolunteerDialog />
      {deletion.dialog}
    </DataTable>
  )
}

function VolunteerActions({ volunteer, onDelete }: { volunteer: AdminVolunteer; onDelete: () => void }) {
  const { id, isDeleted, isErased } = volunteer
  const isBusy = useStore(volunteerList.$busy).includes(id)
  return (
    <KeptRowActions
      topic="volunteers"
      id={id}
      of={`volunteer ${nameOf(volunteer)}`}
      isDeleted={isDeleted}
      isBusy={isBusy}
      {...(!isErased && { onEdit: () => volunteerEditor.edit(volunteer) })}
      onDelete={onDelete}
      onRestore={() => volunteerActions.restore(id)}
    />
  )
}

const VolunteerDialog = () => (
  <EditDialog editor={volunteerEditor} noun="Volunteer" valuesOf={valuesOf}>
    {(edited) => (
      <>
        <div className="form-row">
          <Field name="firstName" label={volunteer.firstName.label} />
          <Field name="lastName" label={volunteer.lastName.label} />
        </div>
        <div className="form-row">
          <Field name="email" label={volunteer.email.label} type="email" />
          <Field name="phone" label={volunteer.phone.label} type="tel" />
        </div>
        <Field name="address" label={volunteer.address.label} />
        <div className="form-row">
          <Field name="city" label={volunteer.city.label} />
          <Field name="state" label={volunteer.state.label} />
          <Field name="zipCode" label={volunteer.zipCode.label} />
        </div>
        <Field name="skills" label={volunteer.skills.label} rows={3} />
        <Choice
          name="availability"
          label={volunteer.availability.label}
          none="Not specified"
          options={optionsFor(edited)}
        />
      </>
    )}
  </EditDialog>
)

/** The words of an imported file stay a choice. */
function optionsFor(edited: AdminVolunteer | 'new'): readonly string[] {
  const words = edited === 'new' ? null : edited.availability
  return words === null || availabilities.some((one) => one === words) ? availabilities : [...availabilities, words]
}

function valuesOf(edited: AdminVolunteer | 'new'): { [field: string]: string } {
  return edited === 'new' ? {} : textsOf(edited)
}
