/** Actions and insults directed at people. A trailing `+` also matches the plural and the possessive. */
export const actions = {
  negation: `not no never none nobody nothing neither nor without n't isn't aren't ain't don't doesn't didn't won't wouldn't can't cannot cant dont doesnt
    couldn't shouldn't wasn't weren't haven't hasn't isnt arent wont hardly nope`,
  violence: `kill kills killed killing murder murdered murdering shoot shooting shot slaughter slaughtered execute executed execution lynch lynched
    lynching hang hanged hanging hung burn burned burning burnt torch beat beaten beating stab stabbed stabbing strangle choke gas gassed gassing exterminate
    exterminated extermination eradicate eradicated annihilate annihilated eliminate eliminated destroy destroyed massacre genocide behead beheaded drown
    drowned rape raped raping punch punched slap slapped smash smashed bash bashed kick kicked hurt hurting harm attack attacked attacking bomb bombed
    bombing bullet+ gunned knife gun-down guillotine gallows noose rope throat slit skull bleed blood bloody die dies dying dead death wipe wiped purge purged cull
    curb-stomp stomp crush crushed cripple maim torture tortured castrate sterilize sterilized neuter shank pummel skin gut gutted bury buried grave body-bag
    casket coffin funeral morgue break snap assault assaulted fight fighting ruin ruined nuke nuked gulag whip`,
  weapon: `gun+ firearm+ rifle+ shotgun+ pistol+ handgun+ revolver+ glock ar ar-15 ar15 ak ak-47 ak47 ammo ammunition caliber calibre sniper+ scope crosshairs
    trigger grenade+ explosive+ dynamite molotov+ gasoline kerosene machete+ axe+ hatchet+ crowbar+ bat bats pitchfork+ hammer+ chainsaw+ lamppost+ tannerite arson`,
  /** Wishes that people be removed, or have fewer rights. */
  exclude: `deport deported deporting deportation ban banned expel expelled remove removed banish banished rid belong invade invading invaded invaders invader+
    invasion infest infested infesting infestation overrun swarm swarming flood flooding outlaw outlawed ostracize segregate segregated segregation cage caged
    cages lock locked jail jailed deserve deserves deserved ought allowed replace replaced replacing breed breeding bred inferior superior supremacy equal unequal
    unwelcome send back enslave enslaved slave+ slavery vanish disappear extinct`,
  animal: `animal+ rat+ vermin cockroach+ roach+ parasite+ pig+ swine dog+ ape+ monkey+ gorilla+ insect+ bug+ snake+ snakes reptile+ maggot+ leech+ leeches
    worm+ louse lice pest+ plague cancer cancerous disease+ diseased virus viruses infection+ tumor+ tumour+ poison scum scumbag+ filth trash garbage waste
    dirt sewage sludge slime pond-scum beast+ savage+ barbarian+ barbaric subhuman+ sub-human+ untermensch mongrel+ mutt+ creature+ demon+ monster+ freak+
    abomination+ degenerate+ goblin+ hyena+ locust+ weed+ livestock cattle feral primitive uncivilized uncivilised less-than-human mutant+ thing+ it's`,
  /** Vulgar words for people or their actions. */
  derogatory: `stupid idiot+ idiotic moron+ moronic dumb dumbest dumbass dumb-ass imbecile+ fool+ foolish loser+ pathetic worthless useless disgusting
    disgust gross filthy dirty nasty ugly fat smelly stink stinks stinking stinky lazy retarded brainless mindless clueless ignorant inbred pervert+ perverted
    perverse pedophile+ pedo+ groomer+ predator+ rapist+ criminal+ thug+ gangster+ thief thieves thieving liar+ lying cheat cheats cheating greedy coward+
    cowardly weak sick twisted vile evil wicked hateful despicable deplorable contemptible repulsive revolting horrible terrible awful worst rotten vulgar
    immoral shameless shameful disgrace disgraceful embarrassment joke clown+ creep+ creepy weirdo+ weird jerk+ jackass+ asshole+ arsehole+ bastard+ bitch+
    bitchy whore+ slut+ slutty skank+ cunt+ twat+ dick+ dickhead+ prick+ douche+ douchebag+ wanker+ tosser+ crap crappy shithead+ shitty shithole+ fuckwit+ fucktard+ motherfucker+
    hysterical emotional irrational hoe+ gold-digger+ golddigger+ nag+ bossy insane crazy lunatic+ psycho+ deranged delusional dangerous violent terrorist+ terrorism
    extremist+ untrustworthy dishonest sneaky shady deceitful manipulative backward backwards uneducated illiterate low-iq unevolved unclean infected unnatural abnormal defective
    broken confused mental mentally ill illness burden+ freeloader+ leech-like moocher+ lowlife+ low-life+ piece crybaby crybabies snowflake+ sheep sheeple puppet+ shill+ hypocrite+
    traitor+ treason bigot+ bigoted racist+ racism sexist+ sexism nazi+ homophobic homophobe+ transphobic misogynist+ misogyny xenophobic antisemitic islamophobic ridiculous
    laughable nonsense incompetent failure+ fail nobody fraud+ corrupt corruption crook+ crooked`,
  hate: `hate hates hated hating hatred despise despises despised detest detests loathe loathes loathing can't-stand stand sick-of tired resent scorn fear fears disapprove`,
  profane: `fuck fucks fucked fucking fuckin fucker+ fck fckin fuk wtf stfu shit shits damn damned goddamn goddam hell ass arse bullshit bs bollocks piss pissed
    pissing screw screwed bloody-hell freaking freakin frigging effing crap dammit balls suck sucks sucked sucking tits boobs cock pussy cum milf`,
  /** Telling people to be silent or leave. */
  dismissal: `shut stfu gtfo leave quit kys loser rot choke delete ignore off fuckoff away`,
  positive: `love loves loved loving lovely great good best better wonderful amazing awesome beautiful brilliant proud pride respect respects respected respectful support
    supports supporting supported welcome welcomed welcoming thank thanks thankful grateful appreciate admire admired celebrate celebrating equality equally dignity happy glad
    enjoy nice kind kindness friendly friendship hope hopeful peace peaceful protect protected protecting help helps helping helped deserves-respect congratulations congrats brave courage
    inspiring talented valid hero+ heroes bright smart clever kindest sweet honest valued treasure excellent fantastic strong perfect compassion blessing`,
  /** Words about words: quoting, naming, reporting. */
  report: `say says said saying call calls called calling word+ slur+ term+ phrase+ quote+ quoted tweet+ tweeted post+ posted wrote write writes sign graffiti
    sprayed shouted shouting yelled yelling yell chant chanted chanting heard hear hearing comment+ statement+ message+ letter+ sentence+ told tell telling claim claims claimed
    claiming repeat stereotype+ lyrics joked insult+ insulted used using book headline article language`,
  condemn: `wrong unacceptable condemn condemns condemned condemning denounce denounced reject rejects rejected inexcusable offensive hurtful harmful shame ashamed appalling
    appalled disgraceful stop stopped stand-against against never-okay okay unfair untrue false lie lies myth+ prejudice+ prejudiced discriminate discriminated discrimination
    hate-speech bullying bullied bully bullies victim+ survivor+ tolerance tolerate intolerance ignorance apologize apologise apology fired suspended report reported oppose opposed
    disagree problematic cruel heartbreaking horrified horrifying sickening horrific tragic tragedy abuse abused abusive harassed harassment threat+ threatened threatening`,
  /** The speaker announces what he will do or thinks should be done. */
  intent: `will gonna going ll i'll we'll shall should must need needs want wants wanted wish wishes let let's lets gotta better hope if when wait watch until till soon tonight tomorrow
    next promise swear warn warning careful regret learn lesson coming find finding meet see where know knows knew sleep`,
  /** Belittling frames that carry no low word themselves. */
  diminish: `kitchen cook cooking dishes sandwich laundry obey submissive property belongs knew place quota affirmative handouts hand-outs taking steal stealing stole stolen thug ghetto
    crime crimes fertility objects object hysteria nagging rational logic intelligence iq genes genetics genetic dna bloodline pure purity mixing culture uncultured assimilate
    conspiracy control controls controlled controlling banks bankers puppet-masters puppeteers nature natural cure cured fix fixed phase sick pretend pretending pretends attention
    normal lifestyle shove shoved throats agenda brainwash brainwashed indoctrinate indoctrinating`,
} as const
