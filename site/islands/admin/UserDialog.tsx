import { useStore } from '@nanostores/react'
import type { AdminUser } from '../../../contract/users.ts'
import { userEditor } from '../../stores/admin/admin-users.ts'
import { $may } from '../../stores/rights.ts'
import { Field } from '../forms/Field.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { EditDialog } from './EditDialog.tsx'
import { NoEmailCampaigns } from './table/NoEmailCampaigns.tsx'

/** Edit User (administration §2). */
export const UserDialog = () => (
  <EditDialog editor={userEditor} noun="User" valuesOf={valuesOf}>
    {(edited) =>
      edited !== 'new' && (
        <>
          <div className="form-row">
            <Field name="firstName" label="First name" />
            <Field name="lastName" label="Last name" />
          </div>
          <Field
            name="email"
            label="Email"
            type="email"
            help="A new address counts as not verified unless you say so below."
          />
          <NoEmailCampaigns suppression={edited.mailSuppression} />
          <div className="switch-fields">
            <SwitchField name="isActive" label="Active" help="If off, they can’t sign in." isOn={edited.isActive} />
            <AdminSwitch isOn={edited.isAdmin} />
            <SwitchField
              name="isBanned"
              label="Banned"
              help="To add a reason or an end date, use Ban in the list."
              isOn={edited.isBanned}
            />
            <SwitchField
              name="isEmailVerified"
              label="Email verified"
              help="You know the address is theirs. To become an admin, they also have to open an emailed link."
              isOn={edited.isEmailVerified}
            />
          </div>
        </>
      )
    }
  </EditDialog>
)

/** Only people who may say who does what make admins. */
function AdminSwitch({ isOn }: { isOn: boolean }) {
  if (!useStore($may)('grants')) return null
  return <SwitchField name="isAdmin" label="Admin" help="Can do everything in this console." isOn={isOn} />
}

function valuesOf(edited: AdminUser | 'new'): { [field: string]: string } {
  if (edited === 'new') return {}
  const { firstName, lastName, email } = edited
  return { firstName: firstName ?? '', lastName: lastName ?? '', email }
}
