import { useStore } from '@nanostores/react'
import { Fragment, useCallback, useMemo, useState } from 'react'
import type { StaffSet } from '../../../contract/staff-sets.ts'
import type { AdminUser } from '../../../contract/users.ts'
import type { GrantableRole } from '../../../records/staff-rights.ts'
import { dateAndTime, shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { personName } from '../../lib/names.ts'
import { tableExportPath } from '../../lib/paths.ts'
import { roleInWords, roleName } from '../../lib/staff-roles.ts'
import { invited } from '../../stores/admin/admin-invitations.ts'
import { $banned, $isShowingApiKeys, removeUser, unban, userEditor, userList } from '../../stores/admin/admin-users.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { isPast } from '../../stores/admin/console.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { $mailTarget } from '../../stores/admin/mail-consent.ts'
import { $isShowingStaffSets, $staffSets } from '../../stores/admin/roles/staff-sets.ts'
import { $secured } from '../../stores/admin/user-security.ts'
import { $may } from '../../stores/rights.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { BanDialog } from './BanDialog.tsx'
import { DialogOnDemand, useOnDemand } from './DialogOnDemand.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { PersonName, RowButton } from './RowButton.tsx'
import { StandingInvitations } from './StandingInvitations.tsx'
import type { Column, Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'
import { EmailAddress } from './table/EmailAddress.tsx'
import { NoEmailCampaigns } from './table/NoEmailCampaigns.tsx'
import { sourceColumn } from './table/source-column.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserSecurityDialog } from './UserSecurityDialog.tsx'

const loadInvite = async () => (await import('./roles/InviteDialog.tsx')).InviteDialog
const loadRoles = async () => (await import('./roles/UserRolesDialog.tsx')).UserRolesDialog

const choice = createColumnChoice('users')
const nameOf = (user: AdminUser) => personName(user) ?? user.email
const nameAndEmail = (user: AdminUser) => [personName(user), user.email].filter(Boolean).join(', ')

const columns: Column<AdminUser>[] = [
  {
    id: 'name',
    label: 'User',
    width: 'max(11rem, 14cqi)',
    isSortable: true,
    isName: true,
    cell: (user) => (
      <>
        <span className="cell-person">
          {user.isErased ? 'N/A' : <PersonName topic="users" id={user.id} name={personName(user) ?? 'N/A'} />}
        </span>{' '}
        <span className="cell-excerpt cell-id">ID: {user.id}</span>
      </>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    isSortable: true,
    isWide: true,
    card: 'line',
    cell: ({ email, mailSuppression }) => (
      <>
        <EmailAddress email={email} /> <NoEmailCampaigns suppression={mailSuppression} />
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '12.5rem',
    isSortable: true,
    card: 'badge',
    cell: StatusBadges,
    full: StatusDetails,
  },
  {
    id: 'role',
    label: 'Role',
    width: '7rem',
    leaves: 'first',
    cell: RoleBadges,
    full: RoleDetails,
  },
  {
    id: 'lastActiveAt',
    label: 'Last seen',
    width: '7.5rem',
    isSortable: true,
    leaves: 'early',
    cell: ({ lastActiveAt }) =>
      lastActiveAt === null ? (
        <span className="quiet">–</span>
      ) : (
        <time dateTime={lastActiveAt}>{shortDate(lastActiveAt)}</time>
      ),
  },
  sourceColumn(),
  { ...createdColumn('Joined'), leaves: 'next' },
]

const roleNames = {
  admin: 'Admin',
  organizer: 'Organizer',
  editor: 'Editor',
  moderator: 'Moderator',
  analyst: 'Analyst',
  user: 'User',
} as const satisfies { [Role in GrantableRole | 'admin' | 'user']: string }

/** `chosen`: the role in the address, also one that was removed. */
function roleOptions(sets: readonly StaffSet[], chosen: string | undefined): [string, string][] {
  const options = [...Object.entries(roleNames), ...sets.map(({ key, name }): [string, string] => [key, name])]
  if (chosen !== undefined && !options.some(([value]) => value === chosen)) options.push([chosen, 'Another role'])
  return options
}

const filtersWith = (roles: [string, string][]): Filter[] => [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries({ active: 'Active', inactive: 'Inactive', banned: 'Banned' }),
  },
  { name: 'role', label: 'Role', options: roles },
  { name: 'verified', label: 'Email verified', options: Object.entries({ yes: 'Verified', no: 'Not verified' }) },
]

const loadApiKeys = async () => (await import('./ApiKeysDialog.tsx')).ApiKeysDialog
const closeApiKeys = () => $isShowingApiKeys.set(false)
const loadSets = async () => (await import('./roles/StaffSetsDialog.tsx')).StaffSetsDialog
const closeSets = () => $isShowingStaffSets.set(false)

export function AdminUsers() {
  const [pendingDeletion, setPendingDeletion] = useState<AdminUser | null>(null)
  const may = useStore($may)
  const sets = useStore($staffSets)
  const chosenRole = useStore(userList.$query)?.filter.role
  const filters = useMemo(() => filtersWith(roleOptions(sets, chosenRole)), [sets, chosenRole])
  const [isInviting, setInviting] = useState(false)
  const closeInvite = useCallback(() => setInviting(false), [])
  const InviteDialog = useOnDemand({ isOpen: isInviting, load: loadInvite, onFailed: closeInvite })
  const [withRoles, setWithRoles] = useState<AdminUser | null>(null)
  const closeRoles = useCallback(() => setWithRoles(null), [])
  const RolesDialog = useOnDemand({ isOpen: withRoles !== null, load: loadRoles, onFailed: closeRoles })
  return (
    <DataTable
      list={userList}
      choice={choice}
      title="Users"
      noun="users"
      columns={columns}
      filters={filters}
      none="No users found"
      note={
        may('grants') && (
          <>
            {!isPast && (
              <p className="table-note">
                To add someone to the team, invite them. If they have an account with a verified email, give them a role
                here, or edit them and turn on Admin.
              </p>
            )}
            <StandingInvitations />
          </>
        )
      }
      tools={
        <>
          {may('grants') && (
            <>
              <button className="button button-small button-primary" type="button" onClick={() => setInviting(true)}>
                Invite
              </button>
              <button className="button button-small" type="button" onClick={() => $isShowingStaffSets.set(true)}>
                Own roles
              </button>
              <button className="button button-small" type="button" onClick={() => $isShowingApiKeys.set(true)}>
                API keys
              </button>
            </>
          )}
          <ExportLinks list={userList} path={(format) => tableExportPath('people', format)} hasPeople />
        </>
      }
      nameOf={(user) => `user ${nameOf(user)}`}
      buttons={7}
      actions={(user) => (
        <UserActions user={user} onRoles={() => setWithRoles(user)} onDelete={() => setPendingDeletion(user)} />
      )}
    >
      <UserDialog />
      <BanDialog />
      <UserSecurityDialog />
      <DialogOnDemand isOpen={useStore($isShowingStaffSets)} load={loadSets} onFailed={closeSets} />
      <DialogOnDemand isOpen={useStore($isShowingApiKeys)} load={loadApiKeys} onFailed={closeApiKeys} />
      {InviteDialog && <InviteDialog isOpen={isInviting} onInvited={invited} onClose={closeInvite} />}
      {RolesDialog && <RolesDialog user={withRoles} onChanged={userList.reload} onClose={closeRoles} />}
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={messages.user.confirmDelete}
        {...(pendingDeletion !== null && { subject: nameAndEmail(pendingDeletion) })}
        detail="This permanently erases their name, address and everything else they told us about themselves. Their posts stay, shown as written by a deleted user."
        confirm="Delete user"
        keep="Keep user"
        onConfirm={() => pendingDeletion !== null && removeUser(pendingDeletion.id)}
        onClose={() => setPendingDeletion(null)}
      />
    </DataTable>
  )
}

function StatusBadges({ isActive, isBanned, isEmailVerified, isErased }: AdminUser) {
  if (isErased) return <span className="badge">Erased</span>
  return (
    <>
      <span className={isActive ? 'badge badge-good' : 'badge'}>{isActive ? 'Active' : 'Inactive'}</span>
      {isBanned && <span className="badge badge-bad">Banned</span>}
      {isEmailVerified && <span className="badge badge-blue">Verified</span>}
    </>
  )
}

/** With the reason and the end of a ban. */
function StatusDetails(user: AdminUser) {
  return (
    <>
      <StatusBadges {...user} />
      {user.isBanned && (user.banReason !== null || user.bannedUntil !== null) && (
        <p>
          {user.banReason}
          {user.bannedUntil !== null && ` Until ${dateAndTime(user.bannedUntil)}.`}
        </p>
      )}
    </>
  )
}

/** While the server is updated, an older process sends no roles. */
const rolesOf = ({ roles = [] }: Partial<AdminUser>) => roles

function RoleBadges(user: AdminUser) {
  const { isAdmin } = user
  const roles = rolesOf(user)
  if (isAdmin) return <span className="badge badge-blue">Admin</span>
  if (roles.length === 0) return <span className="badge">User</span>
  return roles.map(({ role, name, eventId }) => (
    <Fragment key={`${role} ${eventId}`}>
      <span className="badge badge-good">{roleName({ role, name, eventId: null })}</span>
      {eventId !== null && <span className="quiet"> of one event </span>}
    </Fragment>
  ))
}

/** With the events, and when they end. */
function RoleDetails(user: AdminUser) {
  return (
    <>
      <RoleBadges {...user} />
      {rolesOf(user).map((role) => (
        <p key={`${role.role} ${role.eventId}`}>{roleInWords(role)}.</p>
      ))}
    </>
  )
}

function UserActions({ user, onRoles, onDelete }: { user: AdminUser; onRoles: () => void; onDelete: () => void }) {
  const { id, isBanned, isErased, email, mailSuppression } = user
  const isBusy = useStore(userList.$busy).includes(id)
  const may = useStore($may)
  const name = nameOf(user)
  return (
    <>
      {!isErased && may('accounts') && (
        <>
          <RowButton icon="edit" label={`Edit user ${name}`} onClick={() => userEditor.edit(user)} />
          {isBanned ? (
            <RowButton icon="restore" label={`Unban user ${name}`} isBusy={isBusy} onClick={() => unban(id)} />
          ) : (
            <RowButton icon="ban" label={`Ban user ${name}`} isBusy={isBusy} onClick={() => $banned.set(user)} />
          )}
        </>
      )}
      {!isErased && may('grants') && <RowButton icon="key" label={`Roles of ${name}`} onClick={onRoles} />}
      {!isErased && (
        <RowButton
          icon="mail"
          label={`Campaign mail to ${email}`}
          word="Mail"
          onClick={() => $mailTarget.set({ email, mailSuppression, reload: userList.reload })}
        />
      )}
      <RowButton
        icon="shield"
        label={may('accounts') ? `Sessions and bans of ${name}` : `Bans of ${name}`}
        onClick={() => $secured.set(user)}
      />
      <RowButton icon="history" label={`History of the user ${name}`} onClick={() => openHistory('users', id)} />
      {!isErased && may('erase') && (
        <RowButton icon="trash" label={`Delete user ${name}`} isBusy={isBusy} onClick={onDelete} />
      )}
    </>
  )
}
