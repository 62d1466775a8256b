/** Who is spoken of. A trailing `+` also takes the plural and the possessive. */
export const people = {
  you: `you u ur your yours yourself yourselves ya y'all yall youre you're you'll you've you'd thou thee`,
  first: `i me my mine myself i'm im i've i'd i'll we us our ours we're we've we'll ourselves`,
  they: `they them their theirs themselves they're theyre he him his himself she her hers herself he's she's it its those these`,
  /** Groups that the law of most countries protects, as nouns and adjectives. */
  group: `women woman womans girl+ female+ wife wives feminist+ men's
    gay+ lesbian+ homosexual+ homosexuality bisexual+ queer+ lgbt lgbtq lgbtq+ lgbtqia transgender+ transgendered trans transsexual+ transwomen transwoman
    transmen nonbinary non-binary enby intersex pansexual asexual drag
    black+ african+ african-american+ africans negro somali+ nigerian+ ethiopian+ haitian+ white+ caucasian+ asian+ chinese korean+
    japanese vietnamese filipino+ filipina+ thai indian+ pakistani+ bangladeshi+ afghan+ arab+ arabs middle-eastern iraqi+ iranian+
    syrian+ lebanese palestinian+ israeli+ turk+ turkish kurd+ kurdish hispanic+ latino+ latina+ latinx mexican+ guatemalan+
    honduran+ salvadoran+ cuban+ venezuelan+ colombian+ brazilian+ brown polish pole+ irish italian+ russian+ ukrainian+ roma romani
    indigenous native aboriginal+ navajo jew+ jewish judaism zionist+ muslim+ islam islamic moslem+ mosque+ christian+ catholic+ catholicism
    protestant+ evangelical+ mormon+ hindu+ sikh+ buddhist+ atheist+ amish quran koran torah hijab burqa
    immigrant+ immigration migrant+ refugee+ asylum-seeker+ foreigner+ alien+ undocumented
    disabled disability disabilities handicapped autistic autism blind deaf wheelchair+ epileptic schizophrenic+ bipolar dwarf+ downs
    elderly old-people boomer+ ethnic ethnicity race races minority minorities people-of-color poc skin-color`,
  /** Words for people, which turn an adjective before them into a group. */
  folk: `people person+ folks folk guy+ man men boy+ kid+ child children community communities family families population everyone everybody
    anyone someone human+ individual+ citizen+ dude+ lady ladies couple+ mother+ father+ mom+ dad+ parent+ daughter+ son+ sister+ brother+ neighbor+ friend+`,
  /** People who hold, seek, serve or report on a public office: hard words about them are politics, violence is a threat. */
  official: `congressman congresswoman congressmen representative+ senator+ governor+ mayor+ president vice-president politician+ lawmaker+ legislator+ candidate+
    councilman councilwoman commissioner+ judge+ justice+ prosecutor+ sheriff+ cop+ officer+ teacher+ lobbyist+ donor+ volunteer+ journalist+ incumbent+
    opponent+ nominee+ trump biden obama clinton bush reagan pelosi mcconnell sanders harris pence desantis newsom trudeau reporter+ trustee+ chairman
    chairwoman speaker superintendent poll-worker+ councilmember+ councilor+ councillor+ lieutenant-governor treasurer auditor coroner`,
  /** Public office, parties and what they argue about: where hard words are politics. */
  politics: `congress senate house presidency presidential politics political legislature legislation bill+ law+ amendment+ constitution constitutional
    constituent+ vote+ voted voting voter+ ballot+ election+ electoral campaign+ primary primaries caucus poll+ polling district+ party republican+ gop
    rino+ democrat+ democratic dems dem liberal+ conservative+ libertarian+ leftist+ progressive+ socialist+ socialism communist+ communism marxist
    marxism capitalism capitalist fascist+ fascism left-wing right-wing leftwing rightwing maga establishment swamp partisan bipartisan council county
    township statehouse capitol court+ scotus supreme government+ administration agency agencies irs fbi doj epa fda cdc nato united-nations policy
    policies platform+ agenda regulation+ mandate+ tax taxes taxation taxpayer+ budget+ deficit+ debt spending inflation tariff+ medicare medicaid
    obamacare healthcare insurance welfare social-security wage+ union+ school+ education police policing prison+ border+ wall visa+ amnesty abortion
    pro-life pro-choice roe planned-parenthood nra second-amendment 2a filibuster veto vetoed impeach impeached impeachment lobbying pac donation+ donate
    debate+ townhall town-hall rally rallies protest+ petition+ referendum levy ordinance zoning road+ bridge+ highway+ farmer+ farm+ veteran+ military
    troops war wars climate energy pipeline+ coal ethanol media press news rights freedom liberty speech cabinet federal state+ local public economy jobs
    sb hb committee+ testify testified testifying testimony redistricting gerrymander gerrymandered gerrymandering recount turnout canvass canvassed
    canvassing precinct+ statewide indiana hoosier+ town+ rural subsidy subsidies pension+ funded funding audit+ audited lawsuit+ sued subpoena
    unconstitutional dreamer+ daca e-verify naturalization naturalized birthright citizenship parole asylum homeland civil-rights suffrage curriculum
    taxed hospital+ clinic+ opioid+ overdose+`,
  faith: `god jesus christ lord bible scripture+ gospel psalm+ proverb+ verse+ romans corinthians matthew luke isaiah genesis leviticus revelation
    church+ pastor+ priest+ pope preacher+ sermon+ prayer+ pray prayed praying prays amen blessed bless blessing+ faith faithful sin+ sinner+ sinful
    repent repentance salvation saved heaven satan devil judgment judgement judge judged wrath mercy grace soul+ holy spirit righteous
    righteousness wicked wickedness commandment+ disciple+ prophet+ eternal worship`,
} as const
