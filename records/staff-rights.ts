/**
 * Every right that staff may have, once: routes name one, and sets of rights are made of them. `shows`: what the person
 * gets to see by it. A right with personal data is none for an analyst. `ofPeopleOnly`: no API key holds it, since its holder
 * could sign in as another person, or make one. `ofAdminsOnly`: no role of the campaign's own holds it either, because it is
 * decided as the rights of people are, by active admins alone. `needs`: rights without which its holder does not get to it
 * in the console; `needsOneOf`: one of these.
 */
type RightFacts = {
  does: string
  shows: 'people' | 'figures' | 'nothing'
  ofOneEvent?: true
  ofPeopleOnly?: true
  ofAdminsOnly?: true
  needs?: readonly string[]
  needsOneOf?: readonly string[]
}

export const staffRights = {
  console: { does: 'Open the console, see how many items wait, and choose a past moment.', shows: 'nothing' },
  colleagues: {
    does: 'Read which colleague did what; others read only that a member of staff did it.',
    shows: 'people',
  },
  figures: { does: 'Read the figures of visits, segments and email campaigns.', shows: 'figures' },
  'page-tests': {
    does: 'Read, replay and export the tests of the home page, and change their wordings and formula.',
    shows: 'figures',
  },
  prayers: { does: 'Read, approve, reject, correct and enter prayers.', shows: 'people' },
  endorsements: { does: 'Read, approve, reject, correct and enter endorsements.', shows: 'people' },
  forum: { does: 'Read and moderate the forum.', shows: 'people' },
  news: { does: 'Write, publish and delete articles.', shows: 'nothing' },
  events: { does: 'Create, edit, cancel and delete events, and tell their guests of changes.', shows: 'nothing' },
  guests: {
    does: 'Read, enter and remove the guests of an event.',
    shows: 'people',
    ofOneEvent: true,
    needs: ['events'],
  },
  'short-links': { does: 'Make, change and retire short links and their QR codes.', shows: 'nothing' },
  volunteers: { does: 'Read, enter, correct and remove volunteers.', shows: 'people' },
  people: {
    does: 'Read accounts and email sign-ups, enter sign-ups, and unsubscribe people who ask for it.',
    shows: 'people',
  },
  donations: { does: 'Read and enter donations and donors.', shows: 'people' },
  imports: { does: 'Import files of any kind, donations too, and undo imports.', shows: 'people' },
  drafts: { does: 'Write, preview and test email campaigns, and pause or unschedule them.', shows: 'nothing' },
  recipients: { does: 'Read who got an email campaign, and why.', shows: 'people', needs: ['drafts'] },
  send: {
    does: 'Send, schedule, approve, resume and cancel email campaigns, change the welcome series, and mail people again who bounced or complained.',
    shows: 'nothing',
    needs: ['drafts'],
  },
  export: {
    does: 'Take lists of people out as files; the right to the list is needed as well.',
    shows: 'people',
    needsOneOf: ['people', 'volunteers', 'guests', 'donations', 'recipients', 'actions'],
  },
  erase: { does: 'Delete accounts and erase people for good.', shows: 'people', ofAdminsOnly: true },
  accounts: {
    does: 'Edit and ban accounts, end their sessions, and reset their two-step sign-in.',
    shows: 'people',
    ofPeopleOnly: true,
    ofAdminsOnly: true,
  },
  grants: {
    does: 'Invite staff, issue API keys, and say who may do what.',
    shows: 'people',
    ofPeopleOnly: true,
    ofAdminsOnly: true,
  },
  settings: { does: 'Change the moderation policy and its models.', shows: 'nothing', needs: ['forum'] },
  actions: {
    does: 'Read what staff did, when and from where; the right colleagues is needed as well.',
    shows: 'people',
    needs: ['colleagues'],
  },
  operations: { does: 'Read the request log, the server’s figures, unsent mails and seals.', shows: 'people' },
} as const satisfies { [right: string]: RightFacts }

export type StaffRight = keyof typeof staffRights

export const isRight = (name: string): name is StaffRight => Object.hasOwn(staffRights, name)
export const everyRight: readonly StaffRight[] = Object.keys(staffRights).filter(isRight)

/** Rights that an API key can hold. */
export type KeyRight = {
  [Right in StaffRight]: (typeof staffRights)[Right] extends { ofPeopleOnly: true } ? never : Right
}[StaffRight]
const isKeyRight = (right: StaffRight): right is KeyRight => !('ofPeopleOnly' in staffRights[right])
export const keyRights: readonly KeyRight[] = everyRight.filter(isKeyRight)

/** The rights that a person holds; `eventId`: for this event, or for all of them. */
export type HeldRights = { has(right: StaffRight, eventId?: string): boolean }

/** Rights that can be held for one event alone. */
export const isOfOneEvent = (right: StaffRight): boolean => 'ofOneEvent' in staffRights[right]

/** `does`: what it is for, in a sentence for the person who gives it. */
type RoleFacts = { label: string; does: string; rights: readonly StaffRight[] }

/** The sets of rights that a person can hold. An admin has every right, also one that is added later. */
export const staffRoles = {
  admin: { label: 'Admin', does: 'May do everything, also what is added later.', rights: everyRight },
  organizer: {
    label: 'Organizer',
    does: 'Runs events with their guests, looks after people and volunteers, and drafts emails that others send. For one event: its guests alone.',
    rights: ['console', 'colleagues', 'figures', 'people', 'volunteers', 'events', 'guests', 'short-links', 'drafts'],
  },
  editor: {
    label: 'Editor',
    does: 'Writes and publishes news, events and short links.',
    rights: ['console', 'colleagues', 'news', 'events', 'short-links'],
  },
  moderator: {
    label: 'Moderator',
    does: 'Reviews prayers and endorsements, and moderates the forum.',
    rights: ['console', 'colleagues', 'prayers', 'endorsements', 'forum'],
  },
  analyst: {
    label: 'Analyst',
    does: 'Reads figures and runs the tests of the home page, and sees no personal data.',
    rights: ['console', 'figures', 'page-tests'],
  },
} as const satisfies { [role: string]: RoleFacts }

export type StaffRole = keyof typeof staffRoles
export const staffRoleNames = [
  'admin',
  'organizer',
  'editor',
  'moderator',
  'analyst',
] as const satisfies readonly StaffRole[]

export const isStaffRole = (name: string): name is StaffRole => Object.hasOwn(staffRoles, name)

/** A role that is held for one event gives those of its rights that can be. */
export const canBeOfOneEvent = (role: StaffRole): boolean => staffRoles[role].rights.some(isOfOneEvent)

/** The roles that can be given. Admins are made in another way: they have no last day, so that the last one cannot run out. */
const [, ...others] = staffRoleNames
export const grantableRoles = others
export type GrantableRole = (typeof grantableRoles)[number]
export const isGrantable = (role: string | undefined): role is GrantableRole =>
  grantableRoles.some((known) => known === role)

/** `eventId`: null for everywhere. */
export type HeldFor<Role = string> = { role: Role; eventId: number | null }
/** `rights`: of a role of the campaign's own, as they are now; absent for a role of the program, and for one that was removed. */
export type HeldWithRights = HeldFor & { rights?: readonly string[] }
/** `until`: ISO 8601, UTC; null for no end. Roles that are no longer known stand in the log by their name. */
export type RoleGrant<Role = string> = HeldFor<Role> & { until: string | null }
