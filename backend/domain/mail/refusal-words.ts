import {
  busyInLanguages,
  forNowInLanguages,
  goneInLanguages,
  judgesUsInLanguages,
} from './refusal-words-in-languages.ts'

/**
 * The words without text that strangers choose: addresses, links, hosts and numbers of networks may hold any word.
 * Underscores and line ends are spaces, so that 'user_unknown' reads as two words. A server says enough in its first
 * 2,000 characters.
 */
export const plainWords = (text: string): string =>
  text
    .slice(0, 2000)
    .normalize('NFC')
    .toLowerCase()
    // Exchange writes it like a host: 'Exception:SendAsDeniedException.Mapi…'.
    .replace(/\S*sendasdenied\S*/g, 'send as denied')
    .replace(/https?:\S*|www\.\S*|\S*@(?:[^\s:.]|\.(?!\.))*|\[[^\]\s]*\]|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g, ' ')
    .replace(/[’‘]/g, "'")
    .replace(/[\s_"<>()]+/g, ' ')

const any = (...patterns: string[]) => new RegExp(patterns.join('|'))

/** The mailbox or its owner: words about these do not concern us. */
const mailbox =
  "(?:user ?(?:name|id)?(?:'s (?:e-?mail )?(?:name|address|mailbox|account))?|recipients?|rcpt|mail[ -]?box|account|address(?:ees?|es)?|alias|local[- ]?part|person|customer|subscriber|member|empfänger(?:adresse)?|(?:e-?mail-?)?adresse|benutzer(?:name|konto)?|postfach|destinataire|utilisateur|compte|bo[iî]te(?: aux lettres| du destinataire)?|destinatario|persona|usuario|direcci[oó]n(?: de correo)?|cuenta(?: de correo)?|buz[oó]n|utente|casella|usuário|gebruiker|geadresseerde)"
/** The same, or its domain. */
const theirs = `(?:${mailbox}|domain|host)`

const absent = [
  "(?:does|do|did|dos)(?: not|n't)(?: seem to)? exist",
  'not exist(?:s|ing|ent)?',
  'non-?existent',
  '(?:was |were |is |are |be |could |can )*not (?:be )?(?:found|present)',
  '(?:is )?not (?:active|local|ok)\\b',
  "(?:was|were|is|could|can)n't (?:be )?found",
  '(?:is |was |are |were )?(?:unknown|invalid|unrouteable|unroutable|undeliverable|unresolvable)',
  "(?:is|was) ?(?:not|n't) (?:a )?(?:known|valid|recogni[sz]ed|registered|listed|here|hosted|our)",
  '(?:not|un)(?: |-)?(?:known|valid|recogni[sz]ed|listed)(?: in| at| here|\\b)',
  '(?:is |was |has been |have been |has )*(?:disabled|deactivated|discontinued|deleted|closed|terminated|removed|cancell?ed|expired|inactive)',
  '(?:is |has |are )*(?:wrong or )?no longer (?:exists?|valid|available|active|in use|used|accepts?|on|with|here|receiv|works?|employed)',
  'existiert nicht|(?:wurde )?nicht (?:gefunden|bekannt|vorhanden)',
  '(?:ist )?(?:unbekannt|ungültig)',
  "(?:[^ ]+ ){0,4}n'existe pas",
  '(?:est )?(?:inconnue?|introuvable|inexistante?|archiv[ée]e?)',
  'no existe|no (?:fue )?encontrad[oa]|inexistente',
  'des(?:conocid|conhecid)[oa]|sconosciut[oa]|non esiste|n[aã]o existe|onbekend|bestaat niet',
].join('|')

/** No person reads email at this address, now or later. */
export const saysGone = any(
  `\\b${theirs}(?: that you tried to reach| you (?:are|were) trying to (?:reach|contact)| you entered| email| entered| specified| given| name| or domain| [\\w-]+)? ?[:,-]? ?(?:${absent})`,
  // At most three words between, such as 'unknown or illegal alias'.
  `\\b(?:unknown|invalid|no such|non[ -]?existent|bad|illegal|inactive|deactivated|archived|unrouteable|unroutable|undeliverable|unable to find|unbekannte[rs]?|ungültige[rs]?|kein(?:e|en)?(?: solche[rsn]?)?|aucune?|nessuna?|no existe)(?: [\\w-]+){0,3}?[ -]${theirs}\\b`,
  `\\bno(?:t a)? (?:valid |known |such |active )?${theirs}(?: here| there| exists?| found| known| available| by| of| with| at| in|$)`,
  `\\bnot an? (?:valid|known|active|local|existing) ${mailbox}\\b`,
  '\\bno (?:mailbox|user|one|person|account) (?:here|there|by|with|at|of)\\b',
  "\\b(?:doesn'?t|does not) have an? .{0,40}account\\b",
  '\\bnot our (?:customer|user|subscriber)\\b|\\bnobody (?:by|with) (?:this|that) name\\b|\\bno longer with (?:us|the|our)\\b|\\bcuda nsu\\b|\\b(?:not have|have no) a? ?(?:user|mailbox|recipient|account) (?:by|with|of) (?:this|that)\\b',
  '\\bno longer (?:works?|employed)\\b|\\b(?:has|have) left (?:the|our|this) (?:company|organi[sz]ation|firm)\\b|\\b(?:user|recipient) has moved\\b',
  '\\bmailbox unavailable\\b(?! or access denied)|\\baccount (?:is )?(?:unavailable|not available)\\b|\\bmailbox is unavailable\\b|\\bextended inactivity\\b',
  '\\brecipient mailbox is not allowed\\b|\\b(?:mailbox|account) .{0,40}\\binactivity\\b',
  // Lists of qmail.
  '\\b(?:badrcptto|badrecipientto|validrcptto)\\b',
  '\\bhas been replaced by\\b|\\bno longer at (?:this|our)\\b',
  // The address in front of it is no word here.
  '^(?:\\w+ ?; ?)?[45]\\d\\d[ -](?:#?5\\.\\d\\.\\d )?(?:delivery error: dd )?(?:is )?(?:not found|no longer valid)\\b',
  '\\brecipient(?:notfound|\\.notfound)\\b|\\badr\\.recip',
  '\\bhost or domain name not found\\b|\\bname or service not known\\b|\\bno such (?:domain|host|person|here)\\b|\\bnxdomain\\b',
  '\\bno mx (?:or a )?records?\\b|\\bmx records point to non-?existent\\b',
  ...goneInLanguages,
  "\\bnull mx\\b|\\bindicated no smtp service\\b|\\bdoes(?: not|n't) accept (?:any )?(?:e-?mail|mail)\\b",
)

/** In words that say nothing else, even beside a code for policies. */
export const saysNoMailbox = any(
  '\\bno such (?:user|recipient|mail[ -]?box|account)\\b|\\bno mail[ -]?box (?:here|found|available)\\b',
  "\\b(?:user|recipient|mail[ -]?box)(?: address| account)? (?:is |was )?(?:unknown|(?:does not|doesn't) exist|not found)\\b",
  '\\b(?:unknown|invalid) (?:user|recipient|mail[ -]?box)\\b|\\b(?:badrcptto|badrecipientto|validrcptto)\\b',
)

/** The address may work again: these words do not mean that the mailbox is gone for good. */
export const saysForNow = any(
  '\\btemporar',
  '\\bambiguous\\b',
  // 'Check the address, and try again' speaks to the person who wrote.
  '(?<!\\b(?:check|verify|correct|confirm)\\b.{0,100})\\btry again|\\btry later',
  '\\bdeferred\\b',
  ...forNowInLanguages,
)

/** The recipient gets too much email, whether from us or from others, or has no room for more. */
export const saysRecipientIsBusy = any(
  '\\breceiving (?:e?-?mail|messages?|mails) (?:at|too)',
  '\\breceived too m',
  '(?<!your )\\b(?:mailbox|inbox|account) (?:for user )?(?:is )?(?:almost )?full\\b',
  '(?<!your )\\b(?:mailbox|user|recipient) (?:is )?(?:over (?:its |the )?quota|(?:disk |storage |size )?quota)\\b',
  "(?<!\\b(?:your|sending|you are|you're) )\\bover (?:the )?quota\\b",
  '(?<!your )\\b(?:account|user|recipient|mailbox|maildir)\\b(?!.{0,20}\\b(?:sending|daily|hourly))\\b.{0,20}\\bquota\\b|\\b(?:dis[ck] ?(?:space)?|storage) quota\\b',
  '\\bexceed(?:ed|ing) (?:storage|disk)\\b|\\bfull (?:mailbox|inbox)\\b|\\bspace (?:has been )?used up\\b|\\bnot have enough (?:\\w+ )?space\\b',
  ...busyInLanguages,
  "\\bnot enough (?:storage |disk |free )?space\\b|(?<!your )\\b(?:user's |users )?mail ?folder is (?:full|over)\\b",
  '\\b(?:mailbox|postfach)(?: ist)? voll\\b|\\bbo[iî]te .{0,30}pleine\\b|\\bbuz[oó]n (?:de correo )?(?:est[aá] )?lleno\\b|\\bcasella .{0,20}piena\\b|\\bcaixa .{0,20}cheia\\b',
)

/** The server that accepted our connection wants less email. */
export const saysTooMuch = any(
  '\\btoo (?:many(?! hops)|much|fast|quickly|frequent)\\b',
  '\\b(?:rate|sending|hourly|daily|message|messages|connection|concurrency|quota)[ -](?:rate )?(?:limit|exceeded)',
  '\\b(?:rate|throttl|limit)\\w*[ -](?:limit|exceed|reached|control)',
  '\\bthrottl',
  '\\bfrequency limited\\b|\\bthreshold exceeded\\b',
  '\\bexceed\\w*.{0,40}\\b(?:rate|limit|connections|per (?:second|minute|hour|day))\\b',
  '\\bslow(?:er| down)\\b',
  '\\b(?:connections?|messages|mails|recipients) per\\b',
)

/** These words outrank the codes for a missing mailbox: the server judges us, our server or our email. */
export const judgesUs = any(
  '(?<!(?:account|mailbox|user|recipient) (?:is |was |has been )?)(?<!not )\\bblock(?:ed|ing|ed by|s)?\\b(?! (?:account|mailbox|user))',
  '\\b(?:block|black|deny|drop|bad|ban)[ -]?list',
  '\\b(?:dns|r)bls?\\b|\\bspamhaus\\b|\\bspamcop\\b|\\bbarracuda\\b|\\bsorbs\\b|\\bcloudmark\\b|\\bsenderscore\\b|\\bsenderbase\\b',
  "(?<!not |n't |un)\\blisted (?:in|at|on|by)\\b|\\bon (?:a|an|our|the|your|its|some) (?!suppression )(?:\\w+ )?list\\b",
  '\\bspoof|\\brecipient preferences\\b|\\b(?:anti)?spam|\\bjunk\\b|\\bunsolicited\\b|\\bbulk\\b|\\babus(?:e|ive)\\b|\\breputation\\b|\\bpolic(?:y|ies)\\b|\\baup\\b|\\bcomplaints?\\b',
  '\\bsenders?\\b|\\bsending (?:domain|server|host|ip|mta)\\b|\\breturn[ -]path\\b|\\bmail from\\b|\\benvelope from\\b|\\bfrom:? (?:address|header|domain)\\b|\\bheader from\\b|(?<!recipient )\\bverification failed for\\b|\\boriginat',
  '\\bspf\\b|\\bdkim\\b|\\bdmarc\\b|\\bunauthenticated\\b|\\bauthenticat|\\bauthentifi|\\bauth(?:entication)? required\\b',
  '\\bbackscatter\\b|\\bipv6\\b|\\b(?:return|reply(?:-to)?|bounce) (?:e-?mail )?address\\b|\\binbounds? disabled\\b',
  '\\b(?:invalid|bad) dns\\b|\\b(?:resolve|verify|find|of) your (?:domain|host|ip|address)\\b',
  '\\byour (?:mail |smtp )?(?:ip|server|host|host ?name|network|domain)(?: name| address)?(?: [\\da-f.:]{3,40})? (?:does|is|was|has|had|could|can|cannot)\\b',
  '\\breverse (?:dns|lookup)\\b|\\brdns\\b|\\bptr\\b|\\bhelo\\b|\\behlo\\b|\\bstarttls\\b|\\btls\\b|\\bclient host\\b',
  '\\brelay(?:ing)?\\b.{0,20}\\b(?:denied|access|permitted|prohibited|allowed)|\\bunable to relay\\b|\\bnot (?:permitted|allowed) to relay\\b|\\bwe do not relay\\b',
  '\\bvirus\\b|\\bmalware\\b|\\binfected\\b|\\bphish|\\bsuspicious\\b',
  '\\byour (?:ip|server|host|network|domain|address is) .{0,30}\\b(?:rejected|refused|denied|blocked|not accepted|banned)\\b',
  '\\bbanned\\b|\\bgreylist|\\bgraylist',
  "\\bmessages (?:from .{0,40})?(?:weren't|were not) sent\\b|\\bip-adresse\\b|\\bpbl\\b|\\bnot accept (?:delivery of )?(?:this|your) (?:message|e?-?mail)\\b|\\bask your postmaster\\b",
  '\\bsend ?as\\b|\\bsending (?:is )?(?:suspended|paused|disabled|activity)\\b|\\baccount sending\\b|\\bnot allow(?:ed to send| sending)\\b|\\bnot authori[sz]ed to (?:send|perform)\\b|\\baddress is not verified\\b',
  '(?<!list for )\\byour (?:smtp |sending |mail )?(?:account|plan)\\b|\\binsufficient credits?\\b|\\brelaying disallowed\\b|\\berror: no valid recipients\\b',
  '\\bfilter\\b|\\b(?:due to|because of|message|mail) content\\b|\\bcontent (?:was )?(?:rejected|denied|not allowed|policy)\\b',
  ...judgesUsInLanguages,
  '\\babsender|\\bexp[eé]diteur|\\bremitente\\b|\\bmittente\\b|\\bremetente\\b|\\bafzender\\b|\\brichtlinie|\\bpolitique\\b|\\bpol[ií]tica\\b|\\bblockiert\\b|\\bbloqu[eé]|\\bind[eé]sirable\\b|\\bno deseado\\b',
)

/** The server refuses the email and does not say why, but says nothing against the mailbox. */
export const refusesMail = any(
  '\\b(?:messages?|e-?mails?|mails?) (?:was |were |is |are |has been )?(?:(?:rejected|refused|denied)\\b|rejet[eé])',
  '^(?:\\w+ ?; ?)?5\\d\\d[ -](?:#?5\\.\\d{1,3}\\.\\d{1,3} )?(?:rejected|denied|refused)\\b',
  '\\byour (?:message|mail|email|e-mail) .{0,30}\\b(?:rejected|refused|denied|not accepted)\\b',
  '\\brejected by (?:the )?(?:destination|recipients?)\\b|\\badministrative(?:ly)? (?:prohibition|denied|rejected)\\b',
  '\\bconnections? (?:was |were )?(?:denied|refused)\\b|\\bnot accepting connections\\b|\\bnot allowed to connect\\b|\\bnetwork not allowed\\b',
  '\\bas a relay\\b|\\bcallback setup failed\\b|\\binvalid (?:message|from)\\b|\\bvalid from\\b|\\brfc ?\\d{3,4}\\b|\\bservice unavailable\\b',
  // 163.com and its sisters.
  '\\b(?:mi|dt):[a-z]{3}\\b',
)

/**
 * The email or the connection. Beside a code for a missing mailbox, these words show that the server uses the code for other
 * reasons too, unless they also say that the mailbox is missing.
 */
export const speaksOfMail = any(
  '\\b(?:messages?|e-?mails?|mails?) (?:contains?|looks|appears)\\b|\\battachments?\\b|\\burls? (?:in|is|was)\\b',
  '\\bcontent[- ]type\\b|\\bheaders?\\b|\\bquarantin|\\b(?:not|un) ?signed\\b|\\bnot authori[sz]ed\\b|\\bunauthori[sz]ed\\b',
  '\\b(?:bayes\\w*|dcc|pyzor)\\b|\\bmass mail|\\badvertis|\\bforge(?:d|ry)\\b|\\bduplicate\\b|\\bmime\\b|\\bcharacters\\b|\\bline ?feeds?\\b|\\bfiltered\\b',
  '\\bconnections?\\b|\\bips?\\b|\\b(?:open|rejecting|from a) (?:proxy|relay)\\b|\\bclient\\b|\\bcertificate\\b|\\bprotocol\\b|\\bloop\\b|\\bgeographic|\\bcountry\\b',
  '\\baccess (?:denied|from)\\b|\\bno access\\b|\\bgo away\\b|\\byour (?:access|identity)\\b|\\bunable to process\\b|\\b(?:too old|low priority)\\b|\\bnon-member\\b|\\bmembers[ -]only\\b|\\bclosed (?:mailing )?list\\b|\\bnot subscribed\\b|\\breturned mail\\b|\\boutgoing\\b',
)

/** The email is larger than the server accepts. */
export const saysTooLarge = any(
  '(?<!\\bqueue )\\btoo (?:large|big|long)\\b|\\boversized?\\b',
  '\\b(?:message|mail|size|length)\\b.{0,30}\\b(?:exceed\\w*|limit|larger)\\b.{0,30}\\b(?:size|limit|maximum|length|fixed|bytes|kb|mb)\\b',
  '\\bexceed\\w* .{0,20}\\b(?:size|maximum)\\b|\\b(?:message|e-?mail|mail) size exceeded\\b',
)
