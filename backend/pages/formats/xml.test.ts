import { expect, it } from 'vitest'
import { element, xml } from './xml.ts'

it('writes elements, and escapes text', () => {
  expect(String(element('a', { title: '"<&>"' }, '<b> & ]]>', element('c', {})))).toBe(
    '<a title="&quot;&lt;&amp;&gt;&quot;">&lt;b&gt; &amp; ]]&gt;<c/></a>',
  )
})

it('omits characters that are not allowed in XML', () => {
  expect(String(element('a', {}, 'x\u0000\u0008\u001f\uffff\ty\n'))).toBe('<a>x\ty\n</a>')
})

it('writes a document with one child per line', () => {
  expect(xml('list', {}, [element('one', {}), element('two', {}, 'second')])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<list>\n  <one/>\n  <two>second</two>\n</list>\n',
  )
})
