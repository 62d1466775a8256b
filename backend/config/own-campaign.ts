import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { environment } from './environment.ts'
import { type Choices, layOver, type Report } from './lay-over.ts'
import { readZipCodes } from './zip-codes.ts'

const root = join(import.meta.dirname, '..', '..')
const files = ['campaign.json', 'texts.json'] as const
type File = (typeof files)[number]
const isFile = (name: string): name is File => files.some((file) => file === name)
const zipCodesFile = 'zip-codes.csv'
const isPortrait = (name: string) => /^portrait\.(?:jpg|jpeg|png|webp|avif)$/.test(name)
const isNote = (name: string) => name.startsWith('.') || name.endsWith('.md')

/**
 * The campaign's own words in a folder, which are laid over the defaults of the product (decisions/0095). Nothing here
 * throws, since modules ask for them while they load; `mistakes` says what is wrong. `folder` null: there is none.
 */
export function openCampaignFolder(folder: string | null) {
  const unreadable: string[] = []
  const names = namesIn()
  const reports: Record<File, Report> = {
    'campaign.json': { wrong: [], left: [] },
    'texts.json': { wrong: [], left: [] },
  }
  const zipCodes = parsed(zipCodesFile, readZipCodes)
  const given: Record<File, object> = { 'campaign.json': read('campaign.json'), 'texts.json': read('texts.json') }
  const known = new Set<string>()

  function shown(name: string): string {
    const path = relative(root, join(folder ?? '', name))
    return path.startsWith('..') ? join(folder ?? '', name) : path
  }

  function namesIn(): string[] {
    if (folder === null) return []
    try {
      return readdirSync(folder).toSorted()
    } catch {
      unreadable.push(`CAMPAIGN_DIR names ${folder}, which is no folder that can be read. Correct it, or leave it out.`)
      return []
    }
  }

  /** Undefined where there is no such file, or it cannot be read. */
  function parsed<Content>(name: string, parse: (text: string) => Content): Content | undefined {
    if (folder === null || !names.includes(name)) return undefined
    try {
      // Some editors on Windows begin each text with a byte order mark.
      return parse(readFileSync(join(folder, name), 'utf8').replace(/^\ufeff/, ''))
    } catch (error) {
      const why = String(error).replace(/\s+/g, ' ')
      unreadable.push(`${shown(name)} cannot be read: ${why}. Correct it there.`)
      return undefined
    }
  }

  function read(name: File): object {
    const value: unknown = parsed(name, JSON.parse)
    if (value === undefined) return {}
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    unreadable.push(`${shown(name)} must hold one group of fields in { }.`)
    return {}
  }

  function facts<Value extends object>(standard: Value): Value
  function facts(standard: object): unknown {
    return layOver(standard, given['campaign.json'], reports['campaign.json'])
  }

  function words<Value extends object>(name: string, standard: Value, choices?: Choices): Value
  function words(name: string, standard: object, choices: Choices = {}): unknown {
    known.add(name)
    const own = Object.entries(given['texts.json']).find(([key]) => key === name)
    if (own) return layOver(standard, own[1], reports['texts.json'], { at: name, choices, isElement: false })
    reports['texts.json'].left.push(name)
    return standard
  }

  return {
    /** The facts of the campaign, from campaign.json. */
    facts,
    /** Words of this name, from texts.json. */
    words,
    folder,
    /** Null: there is no list of ZIP codes. */
    zipCodes: zipCodes?.shares ?? null,
    hasSampleZipCodes: zipCodes?.hasSamples ?? false,
    portrait: folder === null ? null : (names.filter(isPortrait).map((name) => join(folder, name))[0] ?? null),
    /** The file that a mistake is in; without a folder, the defaults themselves. */
    fileOf: (name: File) => (names.includes(name) ? shown(name) : 'contract/campaign.ts'),
    /** The file for the campaign's own values; it may not exist yet. */
    ownFile: (name: File | typeof zipCodesFile) => (folder === null ? `campaign/${name}` : shown(name)),
    /** Mistakes that an operator has to correct. `isWhole`: every module with words was loaded, so other names are mistakes. */
    mistakes({ isWhole }: { isWhole: boolean }): string[] {
      const others = names.filter(
        (name) => !isFile(name) && name !== zipCodesFile && !isPortrait(name) && !isNote(name),
      )
      const unknown = isWhole ? Object.keys(given['texts.json']).filter((name) => !known.has(name)) : []
      const wrong = {
        'campaign.json': reports['campaign.json'].wrong,
        'texts.json': [
          ...unknown.map((name) => `${name} is unknown (known: ${[...known].join(', ')})`),
          ...reports['texts.json'].wrong,
        ],
        [zipCodesFile]: zipCodes?.wrong ?? [],
      }
      return [
        ...unreadable,
        ...others.map(
          (name) =>
            `${shown(name)} is not used: the folder holds campaign.json, texts.json, zip-codes.csv and portrait.jpg (or .png, .webp, .avif). Rename or remove it.`,
        ),
        ...Object.entries(wrong).flatMap(([file, sentences]) =>
          sentences.length === 0 ? [] : [`Please correct ${shown(file)}: ${sentences.join('; ')}.`],
        ),
      ]
    },
    /** One sentence per file about the fields that it leaves out, such as those of a newer version. */
    defaults: () =>
      folder === null
        ? []
        : files.flatMap((file) =>
            reports[file].left.length === 0
              ? []
              : [`${shown(file)} leaves these to their defaults: ${reports[file].left.join(', ')}.`],
          ),
    /** Changes with every byte of the folder that is used. */
    fingerprint() {
      const hash = createHash('sha256')
      for (const name of names.filter((one) => isFile(one) || isPortrait(one)))
        hash.update(`${name}\0`).update(readFileSync(join(folder ?? '', name)))
      return hash.digest('hex')
    },
  }
}

/** CAMPAIGN_DIR; unset: the folder `campaign`, if there is one. Empty: none. */
function chosenFolder(): string | null {
  const { CAMPAIGN_DIR } = environment()
  const usual = join(root, 'campaign')
  if (CAMPAIGN_DIR === undefined) return existsSync(usual) ? usual : null
  return CAMPAIGN_DIR === '' ? null : resolve(root, CAMPAIGN_DIR)
}

export const ownCampaign = openCampaignFolder(chosenFolder())
export const { facts, words, zipCodes } = ownCampaign
