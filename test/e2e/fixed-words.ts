/** Runs in the page. Every date, time, span and number of an author that it shows becomes the same one, from now on. */
export function fixWords(): void {
  const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
  const short = months.replaceAll(/[a-z]+(?=\||$)/g, (end) => end.slice(0, 2))
  const fixed: [RegExp, string][] = [
    [/\b(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b/g, 'Wednesday'],
    [/\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b/g, 'Wed'],
    [new RegExp(`\\b(${short}) \\d{1,2}\\b`, 'g'), 'Jun 17'],
    [new RegExp(`\\b(${months}) \\d{1,2}\\b`, 'g'), 'June 17'],
    [/\b20\d\d\b/g, '2026'],
    [/\b\d{1,2}:\d\d [AP]M\b/g, '10:30 AM'],
    [/\b\d{1,2}:\d\d(?! [AP]M)\b/g, '10:30'],
    [/\bE[DS]T\b/g, 'EST'],
    [/\b\d+ (second|minute|hour|day)s? ago\b|\bjust now\b/g, '2 minutes ago'],
    [/\bAuthor #\d+/g, 'Author #4'],
  ]
  const fix = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
      const words = text.nodeValue ?? ''
      const later = fixed.reduce((so, [pattern, value]) => so.replaceAll(pattern, value), words)
      if (text.nodeType === Node.TEXT_NODE && later !== words) text.nodeValue = later
    }
  }
  fix(document.body)
  // The leaf of a calendar on an event's picture.
  for (const month of document.querySelectorAll('.leaf span')) month.textContent = 'Jun'
  for (const day of document.querySelectorAll('.leaf strong')) day.textContent = '17'
  new MutationObserver((changes) => {
    for (const { target } of changes) fix(target)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
