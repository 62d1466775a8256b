import { expect, test } from 'vitest'
import { stylesIn, withoutStyles } from './mail-frame.ts'

test('styles are taken out of an email, since the policy of our pages would ignore them', () => {
  const html = '<style type="text/css">p{color:red}</style><p style="margin:0" title="Hi">Hi</p><STYLE>b{}</STYLE>'
  expect(stylesIn(html)).toEqual(['p{color:red}', 'b{}'])
  expect(withoutStyles(html)).toBe('<p data-style="margin:0" title="Hi">Hi</p>')
})

test('text about styles stays as it was written', () => {
  expect(withoutStyles('<p>style=&quot;x&quot;, my style = mine</p>')).toBe(
    '<p>style=&quot;x&quot;, my style = mine</p>',
  )
})
