/** Elements that browsers without style sheets begin a new line for, or leave out. */
const block =
  /^(?:address|article|aside|blockquote|body|br|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|input|legend|li|main|nav|ol|option|p|section|select|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul)$/
const unread = /<(head|script|style|svg|template)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g

/** Where a browser without style sheets shows the end of one element and the start of the next as one word. */
export function joinedWords(html: string): string[] {
  const seams = html
    .replaceAll(unread, '')
    .replaceAll(/<\/?([a-z][\w-]*)[^>]*>/g, (tag, name) =>
      block.test(name) ? '\n' : tag.startsWith('</') ? '\ue000' : '\ue001',
    )
  return [...seams.matchAll(/([^\s\ue000\ue001]+)\ue000+\ue001+([^\s\ue000\ue001]+)/g)].map(
    ([, end, start]) => `${end}|${start}`,
  )
}
