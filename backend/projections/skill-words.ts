/** The four ways to help, as the site lists them (§2). */
export const ways = ['grassroots', 'communications', 'technology', 'events'] as const
export type Way = (typeof ways)[number]

/**
 * Words and phrases that suggest a way to help, separated by commas. `strong` ones name the work itself, `weak` ones
 * name something that is useful for it. A word with * matches every word that begins with it: program* matches
 * programming. Lower case, no accents.
 */
export const skillWords: { [W in Way]: { strong: string; weak: string } } = {
  grassroots: {
    strong:
      'canvass*, door to door, door knocking, knock doors, knock on doors, knocking on doors, knocking doors, knocked on doors, phone bank*, phonebank*, phone calls, making calls, make calls, cold call*, call center, voter registration, register voters, registering voters, grassroots, community organiz*, organizer, petition*, get out the vote, gotv, poll worker*, poll watch*, field organiz*, text bank*',
    weak: 'outreach, neighbors, neighborhood*, walk*, volunteer*, organiz*, organis*, recruit*, sales, salesman, saleswoman, talk to people, talking to people, people person, bilingual, spanish, spanish speaker, german, sign language, phone*, calls, calling, drive voters, drive*, driving, driver*, truck*, van, church, teacher*, coach*',
  },
  communications: {
    strong:
      'writ*, wrote, author*, editor*, editing, copywrit*, journalis*, reporter*, social media, facebook, instagram, tiktok, twitter, youtube, photograph*, photos, video*, filming, film*, public relations, public speak*, speechwriting, speeches, marketing, advertis*, graphic design*, designer*, newsletter*, blog*, podcast*, press release*, communications, translat*, interpreter*',
    weak: 'english, spanish, bilingual, design*, art, artist*, draw*, illustrat*, radio, television, tv, photoshop, canva, letters, storytell*, debate, teacher*, speak*, answering questions, branding',
  },
  technology: {
    strong:
      'programm*, coding, coder*, software, developer*, web develop*, website*, webmaster*, computer*, data entry, data analy*, data scien*, database*, spreadsheet*, excel, python, javascript, typescript, java, sql, html, css, php, wordpress, tech support, technical support, information technology, it support, system administrat*, sysadmin*, network administrat*, cybersecurity, gis, technology, tech, app development',
    weak: 'engineer*, statistic*, research*, typing, microsoft office, google docs, crm, salesforce, data, math*, accountant*, accounting, bookkeep*, electronics, automation, maps, mapping, analyst*, analytics, records',
  },
  events: {
    strong:
      'event*, event planning, cater*, hosting, host, hostess, hospitality, house party, house parties, sound system*, sound engineer*, audio, stage*, lighting, set up chairs, setting up, set up, setup, decorat*, party plan*, wedding*, banquet*, usher*, fundrais*, emcee, master of ceremonies, dj',
    weak: 'cook*, baking, bake, baker*, grill*, barbecue*, bbq, food, restaurant*, serving, music*, singer*, singing, sing, guitar*, piano*, band, carpent*, build*, lifting, truck*, trailer*, tent*, chairs, first aid, nurse*, emt, security, clean*, logistics, scheduling, welcom*, greeter*, photograph*, parking',
  },
}

/** One of these up to two words earlier negates a word: 'no computer skills', 'I can't drive'. */
export const negations = new Set(
  `no not never without cannot can't cant don't dont doesn't won't isn't hate dislike avoid`.split(' '),
)
