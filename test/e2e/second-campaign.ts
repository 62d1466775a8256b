import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { paletteOf } from '../../brand/palette.ts'
import {
  campaign as shipped,
  volunteerInterests as shippedInterests,
  campaignTexts as shippedTexts,
} from '../../contract/campaign.ts'
import { signUp as shippedSignUp } from '../../contract/form-notes.ts'
import * as shippedAbout from '../../site/content/about.ts'
import * as shippedHome from '../../site/content/home.ts'
import * as shippedIssues from '../../site/content/issues.ts'
import * as shippedSupport from '../../site/content/support.ts'
import { campaign, campaignTexts, volunteerInterests } from '../fixtures/second-campaign/campaign.ts'
import * as about from '../fixtures/second-campaign/content/about.ts'
import * as homePage from '../fixtures/second-campaign/content/home.ts'
import * as issues from '../fixtures/second-campaign/content/issues.ts'
import * as support from '../fixtures/second-campaign/content/support.ts'
import { fastDisk } from '../support/database/fast-disk.ts'

const root = join(import.meta.dirname, '..', '..')

/** A copy of the product with a campaign's own folder (docs/campaign.md). */
export async function copyForSecondCampaign(): Promise<{ home: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(fastDisk(), 'campaign-second-'))
  const parts = [
    'backend',
    'brand',
    'contract',
    'records',
    'site',
    'astro.config.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]
  for (const part of parts) await cp(join(root, part), join(home, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'))

  const folder = join(home, 'campaign')
  await mkdir(folder)
  await writeFile(join(folder, 'campaign.json'), JSON.stringify(campaign))
  const texts = { ...campaignTexts, volunteerInterests, ...about, ...homePage, ...issues, ...support }
  await writeFile(join(folder, 'texts.json'), JSON.stringify(texts))
  const photograph = sharp({ create: { width: 440, height: 520, channels: 3, background: '#7d8f86' } })
  await photograph.webp().toFile(join(folder, 'portrait.webp'))
  return { home, remove: () => rm(home, { recursive: true, force: true }) }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Names that two campaigns may share. */
const general = new Set([
  'YouTube',
  'Facebook',
  'X',
  'LinkedIn',
  'fields',
  'torch',
  'facebook',
  'x',
  'linkedin',
  'youtube',
  // The site has icons for these categories of the specification, by their names.
  'Policy Discussion',
  'Technology & Innovation',
  'Campaign Events',
  // Volunteers are matched with the ways to help of the specification, whatever else a campaign offers.
  'Grassroots Organizing',
  'Communications',
])

/** They end addresses, which also occur elsewhere. */
const slugs = new Set(shippedTexts.forumCategories.map(({ slug }) => slug))

/** Texts that only the repository’s campaign contains: its facts, and every sentence of its own. */
const words = [
  'Hoosier',
  'Indiana',
  'Heartland',
  'Congress',
  'patriots',
  ...textsIn([
    shipped,
    shippedTexts,
    shippedInterests,
    shippedSignUp,
    shippedAbout,
    shippedHome,
    shippedIssues,
    shippedSupport,
  ]).filter((text) => text.length > 12 && !text.startsWith('#') && !general.has(text) && !slugs.has(text)),
]

const colorsOf = (one: typeof shipped) => {
  const { light, dark } = paletteOf(one.colors)
  return [...Object.values(one.colors), ...Object.values(light), ...Object.values(dark)]
}

/** The colors of categories in site/styles/tokens/cover.css mean the same everywhere. */
const everywhere = new Set([...colorsOf(campaign), '#1b4685', '#12305d'])
const colors = colorsOf(shipped).filter((color) => !everywhere.has(color))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const trace = new RegExp([...words.map(escaped), ...colors.map((color) => `${color}\\b`)].join('|'), 'gi')

/** The words of the repository’s campaign that are left in a text. */
export const tracesIn = (text: string): string[] => [...new Set([...text.matchAll(trace)].map(([found]) => found))]
