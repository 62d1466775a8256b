import { readFileSync } from 'node:fs'
import { whyUrlOf } from '../../records/mail-pages.ts'
import { escapeHtml, type Html, html } from './html.ts'
import type { Mail } from './mailer.ts'
import { type CampaignColors, paletteOf } from './palette.ts'

type Link = { label: string; url: string }
type Labeled = { label: string; words: string }

export type MailContent = {
  subject: string
  /** The preview text beside the subject; the first paragraph unless given. */
  preheader?: string
  heading: string
  /** Digits to type in: first, and large. */
  code?: string
  /** Text, lines with a label ('Before', 'Now'), the heading of what follows, or a link of our site. */
  paragraphs: (string | Labeled[] | { title: string } | Link)[]
  /** The main action, as a button; `url` is on our site. */
  action?: Link
  /** Also writes the address of the action out: in mails about security, where people compare it. */
  hasAddress?: boolean
  /** A secondary action, as a link. */
  secondary?: Link
  /** Why the person receives this mail. */
  reason: string
  /** For optional mail; the link that says why the person gets it has the same token. */
  unsubscribeUrl?: string
}

export type Sender = {
  siteName: string
  /** The public URL of the site, without a trailing slash. */
  publicUrl: string
  paidForBy: string
  postalAddress: string
  /** The campaign’s address, for people who need help. */
  contact: string
  colors: CampaignColors
}

/** An email whose body exists in both forms. */
export type LaidOut = Omit<MailContent, 'heading' | 'paragraphs'> & {
  preheader: string
  heading?: string
  body: { html: Html; text: string }
  /** Where the link to unsubscribe is still to be filled in. */
  whyUrl?: string
}

/** Compiled from layout.mjml, which explains its words and blocks. */
const template = readFileSync(new URL('./layout.template', import.meta.url), 'utf8')
const block = /<!--\[(\w+)\]-->([\s\S]*?)<!--\[\/\1\]-->/g
const word = /\{\{\{body\}\}\}|\{\{(\w+)\}\}/g

/** The layout of every mail, as HTML and as plain text. */
export const renderMail = (sender: Sender, to: string, { paragraphs, ...content }: MailContent): Mail => ({
  to,
  ...layOut(sender, {
    preheader: paragraphs.find((paragraph) => typeof paragraph === 'string') ?? content.heading,
    ...content,
    body: paragraphsOf(paragraphs),
  }),
})

const named = ({ label, url }: Link) => `${label}:\n${url}`

const paragraphsOf = (paragraphs: MailContent['paragraphs']): LaidOut['body'] => ({
  html: html`${paragraphs.map((paragraph) =>
    typeof paragraph === 'string'
      ? html`<p style="margin:0 0 16px">${paragraph}</p>\n`
      : 'title' in paragraph
        ? html`<h2 style="margin:24px 0 8px;font-size:18px;line-height:24px">${paragraph.title}</h2>\n`
        : 'url' in paragraph
          ? html`<p style="margin:0 0 16px"><a href="${paragraph.url}" style="color:inherit">${paragraph.label}</a></p>\n`
          : html`<p style="margin:0 0 16px">${paragraph.map(({ label, words }, line) => html`${line === 0 ? '' : html`<br />`}<strong>${label}:</strong> ${words}`)}</p>\n`,
  )}`,
  text: paragraphs
    .map((paragraph) =>
      typeof paragraph === 'string'
        ? paragraph
        : 'title' in paragraph
          ? paragraph.title
          : 'url' in paragraph
            ? named(paragraph)
            : paragraph.map(({ label, words }) => `${label}: ${words}`).join('\n'),
    )
    .join('\n\n'),
})

export function layOut(sender: Sender, mail: LaidOut): Omit<Mail, 'to'> {
  return { subject: mail.subject, text: textOf(sender, mail), html: htmlOf(sender, mail) }
}

const whyUrlIn = ({ whyUrl, unsubscribeUrl }: Pick<LaidOut, 'whyUrl' | 'unsubscribeUrl'>) =>
  whyUrl ?? (unsubscribeUrl === undefined ? undefined : whyUrlOf(unsubscribeUrl))

function htmlOf({ colors, ...sender }: Sender, { action, secondary, body, hasAddress, ...mail }: LaidOut): string {
  const words: { [name: string]: string | undefined } = {
    ...paletteOf(colors),
    ...sender,
    ...mail,
    actionLabel: action?.label,
    actionUrl: action?.url,
    secondaryLabel: secondary?.label,
    secondaryUrl: secondary?.url,
    whyUrl: whyUrlIn(mail),
  }
  const hasBlock: { [name: string]: boolean } = {
    heading: mail.heading !== undefined,
    code: mail.code !== undefined,
    action: action !== undefined,
    address: hasAddress === true,
    secondary: secondary !== undefined,
    unsubscribe: mail.unsubscribeUrl !== undefined,
  }
  return template
    .replace(block, (_, name: string, content: string) => (hasBlock[name] ? content : ''))
    .replace(word, (_, name?: string) => (name === undefined ? body.html.source : escapeHtml(words[name] ?? '')))
}

function textOf({ siteName, publicUrl, paidForBy, postalAddress }: Sender, mail: LaidOut): string {
  const { heading, code, body, action, secondary, reason, unsubscribeUrl } = mail
  const parts = [
    ...(heading === undefined ? [] : [heading]),
    ...(code === undefined ? [] : [code]),
    body.text,
    ...(action ? [named(action)] : []),
    ...(secondary ? [named(secondary)] : []),
    `--\n${reason}`,
    ...(unsubscribeUrl === undefined
      ? []
      : [
          named({ label: 'Unsubscribe or choose what you get', url: unsubscribeUrl }),
          named({ label: 'Why you got this, and when you agreed', url: whyUrlIn(mail) ?? '' }),
        ]),
    `${siteName}, ${publicUrl}\n${paidForBy}\n${postalAddress}`,
  ]
  return `${parts.join('\n\n')}\n`
}
