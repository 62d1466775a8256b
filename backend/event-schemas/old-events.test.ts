import { expect, it } from 'vitest'
import { z } from 'zod'
import { readFrozen } from '../../test/freeze-event.ts'
import { preferences } from '../domain/accounts/preferences.ts'
import { campaignEvents } from '../domain/campaign-events.ts'
import { donations } from '../domain/donations.ts'
import { emailCampaigns } from '../domain/mail/email-campaigns.ts'
import { news } from '../domain/news.ts'
import { volunteers } from '../domain/volunteers.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'
import type { EventData } from '../kernel/eventlog/upcasters.ts'
import { eventFields } from './index.ts'

/** As a form sends it: what the event leaves out is blank. */
const asSent = ({ shape }: z.ZodObject, data: EventData): EventData => ({
  ...Object.fromEntries(
    Object.entries<z.ZodType>(shape)
      .filter(([, field]) => field.safeParse(null).success)
      .map(([name]) => [name, null]),
  ),
  ...data,
})

/** Events that are recorded when an item is saved as an event left it. */
const savedAgain =
  <Shape extends z.ZodRawShape, State, Command extends Fact, Event extends Fact>(
    shape: Shape,
    decider: Decider<State, Command, Event>,
    event: (data: z.output<z.ZodObject<Shape>>) => Event,
    save: (data: z.output<z.ZodObject<Shape>>) => Command,
  ) =>
  (data: EventData): Event[] => {
    const schema = z.object(shape)
    const state = decider.evolve(decider.initialState, event(schema.parse(data)))
    return decider.decide(save(schema.parse(asSent(schema, data))), state)
  }

const { VolunteerApplied, VolunteerCorrected, VolunteerImported, DonationImported, ArticleCreated } = eventFields
const { CampaignEventCreated, CampaignDrafted, PreferencesChanged } = eventFields
const note = { noteToGuests: null }

const saves: { [type: string]: (data: EventData) => Fact[] } = {
  VolunteerApplied: savedAgain(
    VolunteerApplied,
    volunteers,
    (data) => ({ type: 'VolunteerApplied', data }) as const,
    (data) => ({ type: 'CorrectVolunteer', data }) as const,
  ),
  VolunteerCorrected: savedAgain(
    VolunteerCorrected,
    volunteers,
    (data) => ({ type: 'VolunteerCorrected', data }) as const,
    (data) => ({ type: 'CorrectVolunteer', data }) as const,
  ),
  VolunteerImported: savedAgain(
    VolunteerImported,
    volunteers,
    (data) => ({ type: 'VolunteerImported', data }) as const,
    (data) => ({ type: 'ImportVolunteerDetails', data }) as const,
  ),
  DonationImported: savedAgain(
    DonationImported,
    donations,
    (data) => ({ type: 'DonationImported', data }) as const,
    (data) => ({ type: 'ImportDonation', data }) as const,
  ),
  ArticleCreated: savedAgain(
    ArticleCreated,
    news,
    (data) => ({ type: 'ArticleCreated', data }) as const,
    (data) => ({ type: 'EditArticle', data: { ...data, isPublished: false } }) as const,
  ),
  CampaignEventCreated: savedAgain(
    CampaignEventCreated,
    campaignEvents,
    (data) => ({ type: 'CampaignEventCreated', data }) as const,
    (data) => ({ type: 'EditCampaignEvent', data: { ...data, ...note } }) as const,
  ),
  CampaignDrafted: savedAgain(
    CampaignDrafted,
    emailCampaigns,
    (data) => ({ type: 'CampaignDrafted', data }) as const,
    (data) => ({ type: 'EditCampaign', data: { ...data, maySend: true } }) as const,
  ),
  PreferencesChanged: savedAgain(
    PreferencesChanged,
    preferences,
    (data) => ({ type: 'PreferencesChanged', data }) as const,
    (data) => ({ type: 'ChangePreferences', data }) as const,
  ),
}

const samples = readFrozen().events.filter(({ type }) => Object.hasOwn(saves, type))

it('there is a sample of every event that is saved again here', () => {
  expect(new Set(samples.map(({ type }) => type))).toEqual(new Set(Object.keys(saves)))
})

it.each(samples)('saving an item as $type of version $version left it records no correction', ({ type, decoded }) => {
  expect(saves[type]?.(decoded)).toEqual([])
})
