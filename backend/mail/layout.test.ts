import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { letterhead } from '../../contract/campaign.ts'
import { checksumFile, layoutChecksums } from '../tools/mail-layout.ts'
import {
  accountExistsMail,
  adminInvitationMail,
  confirmEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  magicLinkMail,
  newSignInMail,
  passwordChangedMail,
  providerConnectedMail,
} from './account-templates.ts'
import { acknowledgmentContent } from './acknowledgment-templates.ts'
import { confirmAddressContent } from './confirm-address-template.ts'
import { decisionContent } from './decision-templates.ts'
import { deletionRequestedContent } from './deletion-templates.ts'
import { digestMail } from './digest-templates.ts'
import { compileEmailCampaignMail } from './email-campaign-mail.ts'
import {
  emailCampaignExceededMail,
  emailCampaignPausedMail,
  emailCampaignStoppedMail,
} from './email-campaign-notices.ts'
import { forumDecisionContent, reportOutcomeContent } from './forum-templates.ts'
import { html } from './html.ts'
import { layOut, type MailContent, renderMail } from './layout.ts'
import { measurementAlarmMail, pausedVariationMail } from './measurement-notices.ts'
import { morningContent } from './morning-template.ts'
import { ownLinkMail } from './own-link-template.ts'
import { contrast, paletteOf } from './palette.ts'
import { passkeyAddedMail, passkeyRemovedMail } from './passkey-templates.ts'
import { preferencesLinkMail } from './preferences-link-template.ts'
import { renewalContent } from './renewal-template.ts'
import {
  cancelledMail,
  eventBackMail,
  eventCancelledMail,
  eventChangedMail,
  eventHiddenMail,
  removedMail,
  seatMail,
  waitingListMail,
} from './rsvp-templates.ts'
import { recoveryCodeUsedMail, secondFactorTurnedOffMail, secondFactorTurnedOnMail } from './second-factor-templates.ts'
import { securityAlertMail } from './security-templates.ts'
import { testMail } from './test-mail.ts'

const sender = { ...letterhead, siteName: 'Byron & Daughter', publicUrl: 'https://campaign.example' }
const to = 'ada@example.org'
const guest = { name: 'Ruth', email: to }
const event = { title: 'Rally', when: 'August 1, 2026', location: null, url: 'https://campaign.example/events/7' }
const note = 'The <hall> is closed.\n\nBring boots.'
const cancelUrl = 'https://campaign.example/events/cancel?token=abc'
const hiddenUrl = 'https://campaign.example/events/off-calendar'
const calendar = { filename: 'event.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }
const post = { contentType: 'post', threadId: 4, contentId: 7 } as const
const moment = { device: 'Firefox on Windows', place: 'near Lafayette', when: 'today' }
const unsubscribeUrl = 'https://campaign.example/unsubscribe?token=abc'
const whyUrl = 'https://campaign.example/why-this-email?token=abc'

const written = (content: MailContent) => renderMail(sender, to, content)
const decided = decisionContent(sender, {
  topic: 'prayers',
  item: 'prayer',
  one: 'a prayer',
  many: 'prayers',
  decision: 'rejected',
})

const mails = {
  accountExists: accountExistsMail(sender, to),
  magicLink: magicLinkMail(sender, to, {
    token: 'a',
    code: '012345',
    next: '/x?y=1&z=2',
    minutes: 15,
    removesPassword: false,
  }),
  adminInvitation: adminInvitationMail(sender, to, { token: 'a', hours: 24 }),
  staffInvitation: adminInvitationMail(sender, to, {
    ...{ token: 'a', hours: 24 },
    offer: { role: 'organizer', set: null, eventTitle: 'Rally', lastDay: '2099-05-31' },
  }),
  ownRoleInvitation: adminInvitationMail(sender, to, {
    ...{ token: 'a', hours: 24 },
    offer: {
      ...{ role: 'set-1', set: { name: 'Prayer desk', rights: ['console', 'prayers', 'forum'] } },
      ...{ eventTitle: null, lastDay: null },
    },
  }),
  newSignIn: newSignInMail(sender, to, moment),
  passwordChanged: passwordChangedMail(sender, to),
  providerConnected: providerConnectedMail(sender, to, 'Google'),
  confirmEmail: confirmEmailMail(sender, to, { token: 'a', minutes: 15 }),
  emailChangeAsked: emailChangeAskedMail(sender, to, 'b…@example.org'),
  emailChanged: emailChangedMail(sender, to, 'b…@example.org'),
  deletionRequested: written(deletionRequestedContent(sender, { when: 'tomorrow' })),
  renewal: written(renewalContent(sender, { token: 'a' })),
  confirmAddress: written(confirmAddressContent(sender, { token: 'a' })),
  seat: seatMail(sender, { guest, event, cancelUrl, calendar, isPromoted: false, ofAddress: 1 }),
  waitingList: waitingListMail(sender, { guest, event, cancelUrl, ofAddress: 2 }),
  eventChanged: eventChangedMail(sender, { guest, before: event, event, note, cancelUrl, calendar }),
  eventHidden: eventHiddenMail(sender, { guest, event, note, hiddenUrl, cancelUrl, calendar }),
  eventBack: eventBackMail(sender, { guest, event, note, cancelUrl, calendar }),
  cancelled: cancelledMail(sender, { guest, event, calendar }),
  removed: removedMail(sender, { guest, event, calendar }),
  eventCancelled: eventCancelledMail(sender, { guest, event, note, calendar }),
  secondFactorTurnedOn: secondFactorTurnedOnMail(sender, to),
  secondFactorTurnedOff: secondFactorTurnedOffMail(sender, to),
  recoveryCodeUsed: recoveryCodeUsedMail(sender, to, { ...moment, left: 1 }),
  passkeyAdded: passkeyAddedMail(sender, to, { ...moment, name: 'Laptop' }),
  passkeyRemoved: passkeyRemovedMail(sender, to, 'Laptop'),
  acknowledgment: written(acknowledgmentContent(sender, { received: 'signUp', unsubscribeUrl })),
  preferencesLink: preferencesLinkMail(sender, { to, url: unsubscribeUrl }),
  ownLink: ownLinkMail(sender, { to, url: 'https://campaign.example/my-campaign?token=abc' }),
  decision: written(decided),
  morning: written(
    morningContent(sender, [decided, acknowledgmentContent(sender, { received: 'signUp', unsubscribeUrl })]),
  ),
  emailCampaignPaused: emailCampaignPausedMail(sender, to, { because: 'bounces', campaignId: 7, name: 'June news' }),
  emailCampaignExceeded: emailCampaignExceededMail(sender, to, {
    because: 'complaints',
    campaignId: 7,
    name: 'June news',
  }),
  emailCampaignStopped: emailCampaignStoppedMail(sender, to, {
    campaignId: 7,
    name: 'June news',
    what: 'was scheduled and didn’t go out.',
    next: 'Schedule it again.',
  }),
  forumDecision: written(
    forumDecisionContent(sender, { ...post, decision: 'refused', reason: 'It sells something.', note: '' }),
  ),
  reportOutcome: written(reportOutcomeContent(sender, { ...post, outcome: 'kept' })),
  measurementAlarm: measurementAlarmMail(sender, to),
  pausedVariation: pausedVariationMail(sender, to, { variationId: 'gen3_k7f2', reason: 'signups' }),
  digest: digestMail(sender, to, {
    reviewed: [{ item: 'prayer', many: 'prayers', count: 1 }],
    moderation: 0,
    appeals: 0,
    volunteers: 2,
  }),
  securityAlert: securityAlertMail(sender, to, { lines: ['2 accounts became admins'], mayReadActions: true }),
  test: testMail(sender, to),
  emailCampaign: compileEmailCampaignMail(
    { subject: 'News', preheader: '', body: 'Hello {{firstName}}', reason: 'You signed up.' },
    sender,
  ).fill({ firstName: 'Ruth', unsubscribeUrl }),
}

const linksIn = (source: string) =>
  [...source.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

it('the compiled layout is that of layout.mjml: otherwise run `npm run mails:build`', () => {
  expect(layoutChecksums()).toBe(readFileSync(checksumFile, 'utf8'))
})

it.each(['eventChanged', 'eventHidden', 'eventBack', 'eventCancelled'] as const)(
  'the %s email has the note to guests in full, as text',
  (name) => {
    const { text, html } = mails[name]
    expect(text).toContain('A note from our team:\n\nThe <hall> is closed.\n\nBring boots.\n\n')
    expect(html).toContain('The &lt;hall&gt; is closed.</p>')
    expect(html).toContain('Bring boots.</p>')
  },
)

it('these tests cover every email of the site', () => {
  const templates = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'layout.ts')
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .flatMap((source) => [...source.matchAll(/^export (?:const|function) (\w+)Mail\b[\s=(]*sender: Sender/gm)])
    .map(([, name = '']) => name)
  expect(templates.length).toBeGreaterThan(20)
  expect(templates.filter((name) => !Object.hasOwn(mails, name))).toEqual([])
})

describe.each(Object.entries(mails))('the mail %s', (_name, { html, text, subject }) => {
  it('says who paid, where they are, and why it was sent, as HTML and as text', () => {
    for (const part of [html, text]) {
      expect(part).toContain(sender.paidForBy)
      expect(part).toContain(sender.postalAddress)
      expect(part).toMatch(/You (are receiving|asked|signed up)/)
    }
  })

  it('names the address to write to where it asks for that', () => {
    for (const part of [html, text])
      for (const [asking] of part.matchAll(/\b(?:write|reply) to (?!(?:you|me)\b).{0,60}/g))
        expect(asking).toContain(sender.contact)
  })

  it('has no unfilled placeholder, no picture, no script, and at most 40 KB', () => {
    expect(html).not.toMatch(/\{\{|\}\}|<!--\[\/?\w+\]-->|undefined|<img|<script|[\uE000\uE001]/)
    expect(text + subject).not.toMatch(/\{\{|undefined|[\uE000\uE001]/)
    expect(Buffer.byteLength(html)).toBeLessThan(40_000)
  })

  it('has the same links in both parts, https only and none to a fragment', () => {
    for (const link of linksIn(html)) {
      expect(link).toMatch(/^https:\/\/campaign\.example/)
      expect(link).not.toContain('#')
      expect(text).toContain(link)
    }
  })

  it('has a preheader and colors for dark screens', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark" />')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    expect(/max-height:0px[^>]*>([^<]+)</.exec(html)?.[1]?.length).toBeGreaterThan(5)
  })
})

describe('the layout', () => {
  const content = { subject: 'S', heading: 'H', paragraphs: ['First.', 'Second.'], reason: 'R' }

  it('leaves out blocks that an email does not have', () => {
    const plain = renderMail(sender, to, content)
    expect(plain.html).not.toMatch(/Unsubscribe|Or open this link|font-size:32px/)
    const all = layOut(sender, {
      ...{ subject: 'S', preheader: 'P', reason: 'R', unsubscribeUrl },
      body: { html: html`<p>${'{{heading}}'}</p>`, text: '{{heading}}' },
      action: { label: 'Go', url: 'https://campaign.example/go' },
      hasAddress: true,
      secondary: { label: 'Stay', url: 'https://campaign.example/stay' },
    })
    expect(linksIn(all.html)).toEqual([
      sender.publicUrl,
      'https://campaign.example/go',
      'https://campaign.example/go',
      'https://campaign.example/stay',
      unsubscribeUrl,
      unsubscribeUrl,
      whyUrl,
    ])
    expect(all.html).not.toContain('<h1')
    // Text that a person wrote is never filled in again.
    expect(all.html).toContain('<p>{{heading}}</p>')
    expect(all.text).toContain(`Unsubscribe or choose what you get:\n${unsubscribeUrl}`)
    expect(all.text).toContain(`Why you got this, and when you agreed:\n${whyUrl}`)
  })

  it('shows a code first, and the address of the button only where people compare it', () => {
    const action = { label: 'Go', url: 'https://campaign.example/go' }
    const quiet = renderMail(sender, to, { ...content, code: '012 345', action })
    expect(quiet.html.indexOf('012 345')).toBeLessThan(quiet.html.indexOf('First.</p>'))
    expect(quiet.text).toMatch(/^H\n\n012 345\n\nFirst\./)
    expect(quiet.html).not.toContain('Or open this link')
    expect(renderMail(sender, to, { ...content, action, hasAddress: true }).html).toContain('Or open this link')
  })

  it('labels what was and what is', () => {
    const paragraphs = [
      'First.',
      [
        { label: 'Before', words: 'Monday' },
        { label: 'Now', words: '<Friday>' },
      ],
    ]
    const { html, text } = renderMail(sender, to, { ...content, paragraphs })
    expect(html).toContain('<strong>Before:</strong> Monday<br /><strong>Now:</strong> &lt;Friday&gt;')
    expect(text).toContain('First.\n\nBefore: Monday\nNow: <Friday>')
  })

  it('is readable in any colors that a campaign chooses', () => {
    for (const colors of [
      letterhead.colors,
      { night: '#ffffff', accent: '#ffff00', primary: '#ffff00', paper: '#000000' },
      { night: '#7f7f7f', accent: '#7f7f7f', primary: '#7f7f7f', paper: '#7f7f7f' },
      { night: '#001100', accent: '#00ff00', primary: '#ff8800', paper: '#ffffff' },
    ]) {
      const all = paletteOf(colors)
      for (const [words, ground] of [
        [all.ink, '#ffffff'],
        [all.quiet, all.paper],
        [all.onNight, all.night],
        [all.onPrimary, all.primary],
        [all.darkInk, all.darkCard],
        [all.darkQuiet, all.darkGround],
        [all.darkLink, all.darkCard],
      ] as const)
        expect([words, ground, contrast(words, ground) >= 4.5]).toEqual([words, ground, true])
    }
    expect(contrast('#000000', '#ffffff')).toBe(21)
  })
})

it('an invitation to a role of the campaign’s own names it, and says what it allows', () => {
  const { text } = mails.ownRoleInvitation
  expect(text).toContain('Join the team in the role “Prayer desk”')
  expect(text).toContain('Prayer desk: Read, approve, reject, correct and enter prayers. Read and moderate the forum.')
})
