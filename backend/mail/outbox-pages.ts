import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from './html.ts'
import { type KeptMail, mailsPerPage, type Outbox } from './outbox.ts'

// No scripts and no requests; only the inline styles of a mail apply.
const basePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
const listPolicy = `${basePolicy}; frame-ancestors 'none'; frame-src 'self'`
// Also gives it an opaque origin: no cookies, no storage, no scripts. Links open in a new tab outside the sandbox.
const mailPolicy = `${basePolicy}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`

/** /dev/mail: the contents of the outbox. For development only. */
export async function outboxPages(
  app: FastifyInstance,
  { outbox, isLocal }: { outbox: Outbox; isLocal: (request: FastifyRequest) => boolean },
): Promise<void> {
  const config = { policy: 'public' as const }

  // A proxy before us says so or sends another host, as does a site whose name was pointed at this machine (DNS rebinding).
  app.addHook('onRequest', async (request, reply) => {
    if (!isLocal(request)) return missing(reply)
    return
  })

  app.get<{ Querystring: { page?: unknown } }>('/dev/mail', { config }, async ({ query }, reply) => {
    const number = Number(query.page ?? 1)
    if (!Number.isSafeInteger(number) || number < 1) return missing(reply)
    const { mails, total } = await outbox.list(number)
    if (total === 0) return page(reply, 'Mail', html`<p>No mail yet.</p>`)
    const pages = Math.ceil(total / mailsPerPage)
    if (number > pages) return missing(reply)
    const start = (number - 1) * mailsPerPage + 1
    return page(
      reply,
      'Mail',
      html`<ol start="${String(start)}">${mails.map(line)}</ol>${pages > 1 ? turning(number, pages, total) : ''}`,
    )
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id', { config }, async ({ params }, reply) => {
    const mail = await outbox.read(params.id)
    return mail ? page(reply, mail.subject, message(mail)) : missing(reply)
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', { config }, async ({ params }, reply) => {
    const mail = await outbox.read(params.id)
    return mail ? answer(reply, mailPolicy).send(mail.html) : missing(reply)
  })
}

const count = new Intl.NumberFormat('en-US')

const turning = (number: number, pages: number, total: number) => html`
<nav aria-label="Pages">
<p>Page ${count.format(number)} of ${count.format(pages)}, ${count.format(total)} messages</p>
<p>${number > 1 ? html`<a href="/dev/mail?page=${String(number - 1)}">Newer</a> ` : ''}${
  number < pages ? html`<a href="/dev/mail?page=${String(number + 1)}">Older</a>` : ''
}</p>
</nav>`

const line = ({ id, to, subject, sentAt }: KeptMail) =>
  html`<li><a href="/dev/mail/${id}">${subject}</a><br><small>to ${to}, <time>${sentAt}</time></small></li>`

const message = ({ id, from, to, replyTo, sentAt, text, attachments = [] }: KeptMail) => html`
<p><a href="/dev/mail">All mail</a></p>
<p>From ${from}<br>To ${to}<br>${replyTo === undefined ? '' : html`Replies to ${replyTo}<br>`}<time>${sentAt}</time></p>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${id}/html" title="The message as HTML"></iframe>
<h2>Plain text</h2>
<pre>${text}</pre>
${attachments.map(({ filename, content }) => html`<h2>Attachment: ${filename}</h2><pre>${content}</pre>`)}`

const answer = (reply: FastifyReply, policy: string) =>
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store' }).type('text/html; charset=utf-8')

const page = (reply: FastifyReply, title: string, content: Html) =>
  answer(reply, listPolicy).send(
    html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; color: #111; background: #f6f6f6 }
iframe { width: 100%; height: 36rem; border: 1px solid #cbd5e0; background: #fff }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: #fff; border: 1px solid #cbd5e0 }
ol { padding-left: 3.5rem }
li { margin-bottom: .75rem; overflow-wrap: anywhere }
</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>
`.source,
  )

const missing = (reply: FastifyReply) =>
  page(reply.code(404), 'Mail not found', html`<p><a href="/dev/mail">All mail</a></p>`)
