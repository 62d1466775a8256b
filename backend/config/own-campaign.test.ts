import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCampaignFolder } from './own-campaign.ts'

const standard = {
  candidate: 'Your Candidate',
  isOn: true,
  hours: 12,
  goals: [50, 100],
  pledge: { amount: '$1', deadline: 'June' },
  social: [{ label: 'X', url: 'https://x.example' }],
}

function folderWith(files: Record<string, unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-words-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return { folder, opened: openCampaignFolder(folder) }
}

describe('a campaign’s own folder', () => {
  it('is laid over the defaults, field by field; a list is replaced as a whole', () => {
    const { opened } = folderWith({
      'campaign.json': { candidate: 'Jane Doe', pledge: { amount: '$2' }, goals: [7], hours: null },
    })
    expect(opened.facts(standard)).toEqual({
      ...standard,
      candidate: 'Jane Doe',
      pledge: { amount: '$2', deadline: 'June' },
      goals: [7],
      hours: null,
    })
    expect(opened.mistakes({ isWhole: true })).toEqual([])
  })

  it('may hold files that begin with a byte order mark, as editors on Windows write them', () => {
    const { opened } = folderWith({ 'campaign.json': '\ufeff{"candidate":"Jane Doe"}' })
    expect(opened.facts(standard).candidate).toBe('Jane Doe')
    expect(opened.mistakes({ isWhole: true })).toEqual([])
  })

  it('names the fields that it leaves to their defaults, in one sentence per file', () => {
    const { folder, opened } = folderWith({ 'campaign.json': { ...standard, pledge: { amount: '$2' } } })
    opened.facts({ ...standard, newField: 1 })
    opened.words('about', { title: 'A' })
    expect(opened.defaults()).toEqual([
      `${folder}/campaign.json leaves these to their defaults: pledge.deadline, newField.`,
      `${folder}/texts.json leaves these to their defaults: about.`,
    ])
  })

  it.each<[string, Record<string, unknown>]>([
    ['candiate is unknown (known: candidate, isOn, hours, goals, pledge, social)', { candiate: 'Jane' }],
    ['pledge.until is unknown (known: amount, deadline)', { pledge: { until: 'June' } }],
    ['candidate must be text', { candidate: 5 }],
    ['candidate must be text', { candidate: null }],
    ['isOn must be true or false', { isOn: 'yes' }],
    ['hours must be a number', { hours: '12' }],
    ['goals must be a list', { goals: 50 }],
    ['goals.1 must be a number', { goals: [50, 'many'] }],
    ['pledge must be a group of fields in { }', { pledge: [] }],
    ['social.0.url is missing', { social: [{ label: 'X' }] }],
    ['social.0 must be a group of fields in { }', { social: [null] }],
  ])('is rejected, and the default stands: %s', (message, own) => {
    const { folder, opened } = folderWith({ 'campaign.json': own })
    expect(opened.facts(standard)).toEqual(standard)
    expect(opened.mistakes({ isWhole: true })).toEqual([`Please correct ${folder}/campaign.json: ${message}.`])
  })

  it('knows the names and icons of texts', () => {
    const { folder, opened } = folderWith({ 'texts.json': { abuot: {}, cards: [{ icon: 'flagg' }] } })
    expect(opened.words('cards', [{ icon: 'flag' }], { icon: ['flag', 'bolt'] })).toEqual([{ icon: 'flag' }])
    expect(opened.mistakes({ isWhole: false })).toEqual([
      `Please correct ${folder}/texts.json: cards.0.icon must be one of flag, bolt.`,
    ])
    expect(opened.mistakes({ isWhole: true })).toEqual([
      `Please correct ${folder}/texts.json: abuot is unknown (known: cards); cards.0.icon must be one of flag, bolt.`,
    ])
  })

  it('names a file that is not JSON, with the place in it, one that it does not know, and a missing folder', () => {
    const { folder, opened } = folderWith({
      'campaign.json': '{\n  "candidate": Jane\n}',
      'text.json': {},
      'notes.md': '',
    })
    expect(opened.facts(standard)).toEqual(standard)
    expect(opened.mistakes({ isWhole: true })).toEqual([
      expect.stringMatching(
        `^${folder}/campaign.json cannot be read: SyntaxError: Unexpected token 'J', .* Correct it there.$`,
      ),
      expect.stringMatching(
        `^${folder}/text.json is not used: the folder holds campaign.json, texts.json, zip-codes.csv and portrait.jpg`,
      ),
    ])
    expect(openCampaignFolder(`${folder}/gone`).mistakes({ isWhole: true })).toEqual([
      `CAMPAIGN_DIR names ${folder}/gone, which is no folder that can be read. Correct it, or leave it out.`,
    ])
  })

  it('may hold a list of ZIP codes, whose wrong lines a start names', () => {
    const { folder, opened } = folderWith({ 'zip-codes.csv': '\ufeffzip,share\r\n47901,0.43\r\n4790,1\r\n' })
    expect(opened.zipCodes).toEqual(new Map([['47901', 0.43]]))
    expect(opened.mistakes({ isWhole: true })).toEqual([
      `Please correct ${folder}/zip-codes.csv: line 3: '4790' has lost its zero in front. Write 04790.`,
    ])
    // Pages show nothing of it, so they are not built again.
    expect(opened.fingerprint()).toBe(openCampaignFolder(null).fingerprint())
    expect(openCampaignFolder(null).zipCodes).toBeNull()
  })

  it('has another fingerprint after each change of what is used', () => {
    const { folder, opened } = folderWith({ 'campaign.json': standard })
    const others = [
      folderWith({ 'campaign.json': { ...standard, hours: 13 } }),
      folderWith({ 'campaign.json': standard, 'portrait.jpg': 'x' }),
      folderWith({ 'texts.json': standard }),
    ].map((one) => one.opened.fingerprint())
    expect(new Set([opened.fingerprint(), openCampaignFolder(null).fingerprint(), ...others]).size).toBe(5)
    writeFileSync(join(folder, 'notes.md'), 'For us')
    expect(openCampaignFolder(folder).fingerprint()).toBe(opened.fingerprint())
  })

  it('changes nothing where there is none', () => {
    const none = openCampaignFolder(null)
    expect([none.facts(standard), none.mistakes({ isWhole: true }), none.defaults()]).toEqual([standard, [], []])
  })
})
