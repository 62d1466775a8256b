import { expect, it, onTestFinished } from 'vitest'
import { startMailSink } from '../../test/support/mail-sink.ts'
import { createSmtpLine } from './smtp-lines.ts'

it('after a refused address the same connection takes the next mail', async () => {
  const sink = await startMailSink({ fault: (_mail, to) => (to.startsWith('ruth@') ? 'refuse' : null) })
  onTestFinished(sink.close)
  const line = createSmtpLine({ host: '127.0.0.1', port: sink.port, secure: false }, { timeout: 2000 })
  onTestFinished(line.close)
  const message = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')
  const send = (to: string) => line.send({ from: 'us@example.org', to, message, size: message.length })
  expect(await send('ruth@example.org')).toEqual({ kind: 'refused', code: '550 5.1.1' })
  expect(await send('naomi@example.org')).toEqual({ kind: 'sent', code: '250' })
  expect(await send('ruth@example.org')).toEqual({ kind: 'refused', code: '550 5.1.1' })
  expect(await send('boaz@example.org')).toEqual({ kind: 'sent', code: '250' })
})
