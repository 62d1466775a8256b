import { describe, expect, it } from 'vitest'
import { at, changesBy, eventId, recorded, ruth } from '../../test/support/log/projected.ts'
import { coalesce } from '../kernel/projector/coalesce.ts'
import { insert, remove } from '../kernel/projector/projection.ts'
import { adminActionsProjection as projection } from './admin-actions.ts'

const byAdmin = { actor: { kind: 'admin', id: 1 }, rights: ['prayers'], requestId: 'request-9' } as const

describe('the log of admin actions', () => {
  it('consists of metadata and ids', () => {
    const event = recorded(
      { type: 'PrayerApproved', data: { prayerId: 7 } },
      { ...byAdmin, command: 'ApprovePrayer' },
      { stream: 'prayer-7' },
    )
    const key = { request_id: 'request-9', command: 'ApprovePrayer', stream: 'prayer-7' }
    expect(changesBy(projection, event)).toEqual([
      remove('admin_actions', key),
      insert('admin_actions', {
        ...key,
        id: Number(BigInt(`0x${eventId.replaceAll('-', '')}`) % 2n ** 53n),
        actor_kind: 'admin',
        actor_id: 1,
        api_key_id: null,
        action: 'Approve prayer',
        rights: ['prayers'],
        target_user_id: null,
        topic: 'prayers',
        item_id: 7,
        details: { event: 'PrayerApproved', prayerId: 7 },
        timestamp: at,
      }),
    ])
  })

  it('names the user an action was about, and stores none of their text', () => {
    const data = { userId: 7, subject: ruth, email: 'ruth@example.org', firstName: 'Ruth', lastName: '1234' }
    const [, change] = changesBy(projection, recorded({ type: 'UserRegistered', data }, byAdmin))
    expect(change).toMatchObject({
      row: { target_user_id: 7, details: { event: 'UserRegistered', userId: 7, subject: ruth } },
    })
    expect(JSON.stringify(change)).not.toMatch(/Ruth|ruth@|1234/)
  })

  it('does not take the subject line of an email for a person', () => {
    const mail = { name: 'News', subject: 'Dear Ruth', preheader: '', body: 'Hello', segmentIds: ['donors'] }
    const data = { campaignId: 7, ...mail, purpose: null, replyTo: null, writtenBy: 1 }
    const [, change] = changesBy(
      projection,
      recorded({ type: 'CampaignEdited', data: { ...data, kind: 'composed' } }, byAdmin),
    )
    expect(change).toMatchObject({ row: { details: { event: 'CampaignEdited', campaignId: 7 } } })
    expect(JSON.stringify(change)).not.toContain('Ruth')
  })

  it('omits the actions of everyone else', () => {
    const event = { type: 'PrayerApproved', data: { prayerId: 7 } } as const
    for (const actor of [{ kind: 'visitor' }, { kind: 'user', id: 2 }, { kind: 'system' }] as const)
      expect(changesBy(projection, recorded(event, { actor }))).toEqual([])
  })

  it('includes what an operator at the command line did', () => {
    const actor = { kind: 'system', tool: 'admin' } as const
    const event = recorded({ type: 'AdminGranted', data: { userId: 7 } }, { actor, command: 'GrantAdmin' })
    const [, change] = changesBy(projection, event)
    expect(change).toMatchObject({
      row: { actor_kind: 'server', actor_id: null, action: 'Grant admin', rights: [], item_id: 7 },
    })
  })

  it('includes denied attempts and series of failed sign-ins by any actor', () => {
    const attempt = { userId: 7, route: 'GET /api/admin/users' }
    const user = { actor: { kind: 'user', id: 7 }, command: 'RefuseAccess' } as const
    const [, denial] = changesBy(projection, recorded({ type: 'AccessRefused', data: attempt }, user))
    expect(denial).toMatchObject({
      row: { actor_kind: 'user', actor_id: 7, target_user_id: null, details: { event: 'AccessRefused', ...attempt } },
    })
    const series = { userId: 7, series: 'account', attempts: 5, since: at } as const
    const [, failures] = changesBy(projection, recorded({ type: 'SignInsFailed', data: series }))
    expect(failures).toMatchObject({ row: { actor_kind: 'visitor', actor_id: null, target_user_id: 7 } })
  })

  it('records what the admin did, not its consequences for others', () => {
    const place = (rsvpId: number) => ({ campaignEventId: 3, rsvpId })
    const events = [
      recorded({ type: 'RsvpCancelled', data: place(7) }, byAdmin),
      recorded({ type: 'RsvpPromoted', data: place(8) }, byAdmin),
    ]
    const rows = events.flatMap((event) => changesBy(projection, event)).filter((change) => 'row' in change)
    expect(rows).toMatchObject([{ row: { details: { event: 'RsvpCancelled', rsvpId: 7 } } }])
  })

  it('keeps one row per command, however many events it had', () => {
    const events = [0, 1].map((revision) =>
      recorded({ type: 'PrayerApproved', data: { prayerId: 7 } }, byAdmin, { revision, stream: 'prayer-7' }),
    )
    const changes = events.flatMap((event) => changesBy(projection, event))
    const [step] = coalesce(projection.tables, changes).get('admin_actions') ?? []
    expect(step?.kind === 'rows' && step.changes.size).toBe(1)
  })
})
