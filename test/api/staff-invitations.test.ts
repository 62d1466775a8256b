import { beforeEach, describe, expect, it } from 'vitest'
import { createDyingProcess } from '../support/app/dying-process.ts'
import { createOffice, type Office } from '../support/app/office.ts'
import { chief } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const email = 'ruth@example.org'
const { wrap, dieAfter } = createDyingProcess()
let office: Office
beforeEach(async () => {
  dieAfter(null)
  office = await createOffice({ wrap })
})

const invite = (body: object = {}, by = office.admin) =>
  office.as(by, 'POST', 'invitations', { email, role: 'organizer', ...body })
const open = (key?: string, token = mailedToken(office.sent, email)) =>
  office.post(
    'first-admin',
    { ...chief, email, firstName: 'Ruth', token },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
const ruth = async () => (await office.get(`users?q=${email}`)).users[0]
const shown = { eventId: null, eventTitle: null, until: null }

describe('an invitation to a role', () => {
  it('gives the reader of that inbox the role and nothing more, once', async () => {
    const event = { title: 'Rally', description: 'Come', eventDate: '2099-05-09', location: 'Lafayette' }
    const eventId = (await office.as(office.admin, 'POST', 'events', event)).json().id
    expect((await invite({ eventId, lastDay: '2099-05-31' })).statusCode).toBe(202)
    expect(office.sent.at(-1)).toMatchObject({
      kind: 'adminInvitation',
      about: { offer: { role: 'organizer', eventTitle: 'Rally', lastDay: '2099-05-31' } },
    })
    const role = { role: 'organizer', eventId, eventTitle: 'Rally', until: '2099-06-01T04:00:00.000Z' }
    expect(await office.get('invitations')).toMatchObject([{ email, role }])
    const accepted = await open()
    expect([accepted.statusCode, accepted.json().user]).toMatchObject([201, { email, isAdmin: false }])
    expect(await ruth()).toMatchObject({ isAdmin: false, isEmailVerified: true, roles: [role] })
    expect(await office.get('invitations')).toEqual([])
    expect((await open()).statusCode).toBe(403)
    await office.allProjected()
    const { actions }: { actions: { action: string }[] } = await office.get('actions')
    expect(actions.map(({ action }) => action)).toContain('Invite staff')
    const history: { type: string; changes: object }[] = await office.get(`history/users/${(await ruth()).id}`)
    expect(history.find(({ type }) => type === 'StaffInvited')).toMatchObject({
      changes: { invitedAs: [{ role: 'organizer', eventId, until: role.until }] },
    })
  })

  describe('of the campaign’s own', () => {
    const desk = { name: 'Prayer desk', rights: ['console', 'prayers'] }
    const define = async () => (await office.as(office.admin, 'POST', 'staff-sets', desk)).json()

    it('names it in the mail and the list, and gives it as it is when the link is opened', async () => {
      const { id, key, revision } = await define()
      expect((await invite({ role: key })).statusCode).toBe(202)
      expect(office.sent.at(-1)).toMatchObject({ about: { offer: { role: key, set: desk, eventTitle: null } } })
      expect(await office.get('invitations')).toMatchObject([{ role: { role: key, name: 'Prayer desk' } }])
      const changed = { name: 'Prayers and news', rights: ['console', 'prayers', 'news'], revision }
      expect((await office.as(office.admin, 'PUT', `staff-sets/${id}`, changed)).statusCode).toBe(200)
      const accepted = await open()
      expect(accepted.statusCode, accepted.body).toBe(201)
      expect((await ruth()).roles).toEqual([{ role: key, name: 'Prayers and news', ...shown }])
      const [session] = accepted.cookies.filter(({ name }) => name.endsWith('session'))
      const person = { cookie: `${session?.name}=${session?.value}` }
      expect((await office.as(person, 'GET', 'news')).statusCode).toBe(200)
      expect((await office.as(person, 'GET', 'users')).statusCode).toBe(403)
    })

    it('gives nothing and says so once it was removed, or no longer holds for one event', async () => {
      const { id, key } = await define()
      await invite({ role: key })
      await office.as(office.admin, 'POST', `staff-sets/${id}/remove`, { reason: 'Closed.' })
      expect(await office.get('invitations')).toEqual([])
      const refused = await open()
      expect([refused.statusCode, refused.json().message]).toEqual([
        403,
        'The role of this invitation was removed since, so the link gives nothing. Please ask for a new one.',
      ])
      expect(await ruth()).toBeUndefined()
      const again = await invite({ role: key })
      expect([again.statusCode, again.json().message]).toEqual([409, 'This role was removed. Choose another one.'])
      expect((await invite({ role: 'set-99' })).statusCode).toBe(409)
    })

    it('for one event needs a right that can be held for one, also when the link is opened', async () => {
      const rally = { title: 'Rally', description: 'Come', eventDate: '2099-05-09', location: 'Lafayette' }
      const eventId = (await office.as(office.admin, 'POST', 'events', rally)).json().id
      const { id, key, revision } = await define()
      expect((await invite({ role: key, eventId })).json().message).toBe('This role cannot be held for one event.')
      const hosts = { name: 'Hosts', rights: ['console', 'events', 'guests'], revision }
      await office.as(office.admin, 'PUT', `staff-sets/${id}`, hosts)
      expect((await invite({ role: key, eventId })).statusCode).toBe(202)
      await office.as(office.admin, 'PUT', `staff-sets/${id}`, { ...hosts, rights: ['console', 'news'], revision: 2 })
      expect((await open()).json().message).toMatch(/no longer gives anything for one event/)
      expect(await ruth()).toBeUndefined()
    })
  })

  it('names a role that can be given so', async () => {
    const refusedWith = async (body: object) => {
      const answer = await invite(body)
      return [answer.statusCode, answer.json().message]
    }
    expect(await refusedWith({ role: 'caller' })).toEqual([400, expect.stringContaining('Use admin, organizer')])
    expect(await refusedWith({ role: 'admin', lastDay: '2099-05-31' })).toEqual([
      400,
      expect.stringContaining('An admin has no last day'),
    ])
    expect(await refusedWith({ eventId: 999 })).toEqual([404, 'Event not found.'])
    expect(await refusedWith({ lastDay: '2020-01-01' })).toEqual([
      400,
      'The last day of a role must be today or later.',
    ])
    expect(office.sent.filter(({ kind }) => kind === 'adminInvitation')).toEqual([])
    const boaz = await office.signUp('Boaz')
    await office.prove(boaz.id)
    expect(await refusedWith({ email: boaz.email })).toEqual([
      409,
      'This person has an account with a verified email. Give them the role in the list.',
    ])
  })

  it('takes the account that a stranger registered with the address, without what they set up', async () => {
    const stranger = await office.signUp('Ruth')
    await invite()
    expect((await open()).statusCode).toBe(201)
    expect(await office.isSignedIn(stranger)).toBe(false)
    expect((await ruth()).roles).toEqual([{ role: 'organizer', ...shown }])
  })

  it('is no way to be an admin: the one that it replaces ends, and it ends with the next', async () => {
    await office.as(office.admin, 'POST', 'invitations', { email })
    const asAdmin = mailedToken(office.sent, email)
    await invite()
    expect(await office.get('invitations')).toMatchObject([{ email, role: { role: 'organizer', ...shown } }])
    expect((await open(undefined, asAdmin)).json().message).toBe(
      'This invitation was withdrawn. Please ask for a new one.',
    )
    const asOrganizer = mailedToken(office.sent, email)
    await office.as(office.admin, 'POST', 'invitations', { email })
    expect((await open(undefined, asOrganizer)).statusCode).toBe(403)
    expect(await office.get('invitations')).toMatchObject([{ email, role: null }])
  })

  it('that was accepted brings back none that it replaced', async () => {
    await office.as(office.admin, 'POST', 'invitations', { email })
    await invite({ role: 'moderator' })
    expect(await office.get('invitations')).toMatchObject([{ email, role: { role: 'moderator' } }])
    expect((await open()).statusCode).toBe(201)
    expect(await office.get('invitations')).toEqual([])
  })

  it('ends when it is withdrawn, and with the rights of the admin who sent it', async () => {
    const boaz = await office.signUpAdmin('Boaz')
    await invite({}, boaz)
    await office.put(boaz.id, { isAdmin: false })
    expect(await office.get('invitations')).toEqual([])
    expect((await open()).json().message).toBe(
      'The admin who invited you is no longer one. Please ask for a new invitation.',
    )
    await invite()
    await office.as(office.admin, 'POST', 'invitations/withdraw', { email })
    expect((await open()).json().message).toBe('This invitation was withdrawn. Please ask for a new one.')
    expect(await ruth()).toBeUndefined()
  })

  it.each(['AcceptAdminInvitation', 'VerifyUserEmail', 'GrantRole', 'use'])(
    'is completed by a retry after a crash behind %s, and gives nothing again once the role was taken',
    async (step) => {
      await invite()
      dieAfter(step)
      expect((await open('one')).statusCode).toBe(503)
      const retried = await open('one')
      expect(retried.statusCode, retried.body).toBe(201)
      const { id, roles } = await ruth()
      expect(roles).toEqual([{ role: 'organizer', ...shown }])
      await office.as(office.admin, 'POST', `users/${id}/roles/revoke`, { role: 'organizer', reason: 'Left.' })
      expect((await open()).statusCode).toBe(403)
      expect((await ruth()).roles).toEqual([])
      expect(await office.get('invitations')).toEqual([])
    },
  )
})
