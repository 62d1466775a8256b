import { html } from './html.ts'
import type { Mail } from './mailer.ts'

export type MailContent = {
  subject: string
  heading: string
  paragraphs: string[]
  /** The call to action; `url` is on our site. */
  action?: { label: string; url: string }
  /** Why the person receives this mail. */
  reason: string
}

export type Sender = {
  siteName: string
  /** The public URL of the site, without a trailing slash. */
  publicUrl: string
}

// Mail programs ignore style sheets, so the colors of the site are repeated here.
const paper = '#faf7f0'
const navy = '#0b1f3f'
const cardinal = '#b3202c'
const slate = '#4a5568'
const gold = '#f2b632'

/** The layout of every mail, as HTML and as plain text. */
export function renderMail(
  { siteName, publicUrl }: Sender,
  { subject, heading, paragraphs, action, reason }: MailContent,
): Omit<Mail, 'to'> {
  const text = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `--\n${reason}\n${siteName}, ${publicUrl}`,
  ].join('\n\n')

  const button = action
    ? html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${cardinal};color:#ffffff;font-weight:600;text-decoration:none">${action.label}</a></p>
<p style="margin:0 0 16px;color:${slate};font-size:14px">Or open this link: <a href="${action.url}" style="color:${navy};word-break:break-all">${action.url}</a></p>`
    : html``
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:${paper};color:${navy};font-family:'Public Sans',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6">
<table role="presentation" align="center" width="100%" style="max-width:560px;border-collapse:collapse">
<tr><td style="padding:16px 32px;background:${navy};border-bottom:4px solid ${gold};border-radius:8px 8px 0 0">
<a href="${publicUrl}" style="color:#ffffff;font-family:Georgia,serif;font-size:20px;text-decoration:none">${siteName}</a>
</td></tr>
<tr><td style="padding:32px;background:#ffffff">
<h1 style="margin:0 0 16px;font-family:Georgia,serif;font-size:26px;line-height:1.25">${heading}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}${button}
</td></tr>
<tr><td style="padding:16px 32px;color:${slate};font-size:13px">${reason}</td></tr>
</table>
</body>
</html>
`
  return { subject, text: `${text}\n`, html: page.source }
}
