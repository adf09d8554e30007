/**
 * Passwords that everybody tries first, in lower case and without the digits and signs around them: the first 3,400, and
 * all of twelve characters and more, of the 30,000 in zxcvbn 4.4.2 (frequency_lists.js, https://github.com/dropbox/zxcvbn,
 * copyright 2012–2016 Dan Wheeler and Dropbox, Inc., MIT licence: the permission notice is in docs/notices.md); and some
 * that are common in Brazil or name this service.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
010203040506 012345678910 014702580369 01telemike01 102030405060 1111111111zz 111222333000 111222333444555
112233445566 122333444455555 123123qweqwe 123321456654 123321qweewq 123456654321 123456782000 1234567887654321
123456789000 12345678900987654321 1234567890987654321 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty
1234567890zzz 123456789101 123456789123 1234567892000 12345678987654321 123456789987654321 123456789abc 123456789asd
123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789zxc 1234567qwertyu 123456qwerty
1234qwerasdf 1234qwerasdfzxcv 123qwe456rty 123qweasdzxc 123qwerty123 12qw34er56ty 159753456852 1a2s3d4f5g6h
1q2w3e4r5t6y 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qazxsw23edcvfr4 23176djivanfros
31217221027711 32615948worms 41d8cd98f00b 4815162342lost 541233432442 59382113kevinp 742617000027 89231243658s
89876065093rax a1b2c a1b2c3d a1s2d a1s2d3f a1s2d3f4g5h6 a2b3c a2b3c4d aaliyah aardvark aaron abc123456789 abcd
aberdeen abgrtyu absolut access accord acesso achilles action adam adgjmptw adidas admin admin18533362 administrador
adonis aezakmi agent aggies aikido airborne airbus airforce airplane akira alabama alaska albatros albion alejandr
aleksandr aleksandra aleksey alenka alex alexande alexandr alexis alfa alibaba aliens allmine allsop allstar alpha
alphabet alpine alucard amadeus amadeusptfcor amanda amateur amazon amber america amorzinho amsterda amsterdam
an83546921an13 anaconda anakin anal analsex anarchy andrei andrew andrewjackie andrey andromeda anfield angel angels
angus anhyeuem animal anime antananarivu anthony antoni anubis apache apollo apple applepie apples aquarius aragorn
area arizona arjay armagedon armani arsenal artem artemis artemka artur asdasd asdf asdfasdf asdfg asdfgh
asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl123 asdfjkl asdfzxcv asdzxc ashley aspire aspirine assassin assfuck
asshole assholes assman assword asterix astros athlon atlanta atlantis atomic auburn auckland2010 audia aussie austin
australi avalanch avalon avatar avenger avrillavigne awesome azamat azerty azsxdc azsxdcfv babe babes babyblue
babyboy babydoll babyface babygirl babylon babylove bacardi bacchus backdoor backoffice badass badboy baddog badger
badgirl badman baggins bagira baller balloon balloons balls bambam banana bananas banane bandit bang bangkok banker
banner banshee banzai barbie barcelon barcelona barefoot barkley barney barsik bartman baseball basket basketba
bassman bastard batman bayern bcfields beaches beagle beamer beaner beanie bear bearcat beast beastie beatle beatles
beautifu beauty beaver beavis beckham beefcake beemer beer beetle bella bemvindo benfica bengals beowulf beretta
berlin bhbirf bicycle bigass bigballs bigbear bigbird bigboobs bigboy bigbutt bigcock bigdaddy bigdick bigdog bigfoot
biggie biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy bigtime bigtit bigtits bikini bilbo billy
billybob billyboy bimmer bing bingo binladen birdie birdman biscuit bitch bitchass bitches biteme bizkit blabla black
blackbir blackcat blackdog blackhaw blackie blackjac blackjack blackout blacks blacky blade blades blahblah blaster
blaze blazer blessed blessing blink blizzard blonde blondes blondie blowjob blowme bltynbabrfwbz blue bluebird
blueboy bluedog blueeyes bluefish bluemoon blues bluesky bobafett bobby bobcat bobdylan boeing bogart bogdan bogey
bohica bollocks bollox bomber bond bondage bonehead boner bones bonjour bonjovi bonkers bonsai boob boobie boobies
booboo boobs booger boogie bookworm boomboom boomer bootie boots booty boricua borussia bosco bossman boston botafogo
bounce bowler bowling boxing boxster boy4u2ownnyc bpgjldsgjldthnf br0d3r brando brandon brandy brasil braves brazil
breast breasts breeze brian brighton bristol britney bronco broncos brooklyn brownie browns brucelee bruins brutus
bubba bubbas bubble bubbles bucket buckeye buckeyes buckshot buddah buddha buddie buddy budlight budman budweise
buffalo buffett buffy bugger builder bull bulldog bulldogs bullet bullfrog bulls bullseye bullshit bunghole bunny
burger businessbabe buster butch butter buttercu butterfl butterfly butthead butthole buttman buttons buzzard byteme
cabbage cactus cadillac caesar calgary calico caliente californ caligula camaro cambiami camel camelot camels
cameltoe cameron camper canada cancer cancun candle candyman cannabis canon cantona capone capslock captain caramel
caravan cardinal carolina carpedie carpet carrera carrot cartman cartoon casanova caserta casey casino casper cassie
catch catdog catfish catherin catman cats cavalier caveman ccbill cdtnkfyf celeron celica celine celtic celtics ceng
cent cerberus cessna cfitymrf cgfhnfr chai chainsaw champ champion champs changeme chao chaos charger chargers
charles charli charlie charlott charlton charly charmed chaser cheater checkers cheech cheeks cheers cheese cheetah
chelsea cherokee cherry chester chevelle chevrole chevrolet chevy chewie cheyenne chicago chichi chicken chickens
chickenwing101 chicks chico chiefs chimera chinook chipper chippy chivas chloe chocolat chopper chou chris chrisbln
chrissy christ christia christin christop christopher1 chrome chronic chrono chrysler chuai chuang chubby chuckie
chuckles chucky chui chunky chuo ciccio cicero cigars cinder cinnamon cjdthitycndj cjkysirj cjkywt clancy clapton
clarinet classic claudi claymore clemson clevelan clipper clitoris cloud clouds clover cobra cocacola cocaine cock
cocks coconut coffee cohiba coke colombia colorado colors colt coltrane combat123654 comet commando compaq compute
computer concrete condom condor cong connect connor consumer contortionist cookie cookies cooldude cooler coolguy
coolio coolman coolness cooter copper corinthians corleone corona corperfmonsy corrado corsair corvette cosmic cosmo
cosmos cosworth cougar counterstrike cowboy cowboys coyote cracker crazy crazybab creampie creamy creative cricket
crimson critter crjhgbjy cruise cruiser crunch crusader cruzeiro crysis crystal cthulhu cthutq cubbies cubswin
cuddles cumming cumshot cunt cunts cupcake curious custom cutlass cutter cxfcnmt cyber cyclone cyclops cypress daddy
daewoo dagger daisy dakota dalejr dallas dammit damnit dancer dang danger danie daniel daniil danila danni dannyboy
danzig darkman darkness darkside darkstar david davide davids dawg daytona dbrnjh dbrnjhbz deadhead deadman deadpool
death deejay deepthroat deeznuts deeznutz defender defiant deftones delete delphi delta deluxe denali deng deniska
depeche desert designer desire deskjet destiny detroit deusefiel deutsch devil devildog devilmaycry4 devils dexter
dfcbkbq dfkthbz dfkthf dfktynbyf dfvgbh dharma diablo dialog diamond diamonds diao dick dickhead dickie dicks diehard
diesel dietcoke dieter digger diggler digital digitalprodu dilbert dildo dilligaf dima dinamo ding dingdong dinosaur
dirtbike discover disney diver divine dkflbckfd dkflbvbh dkflbvbhjdbx dkflbvbhjdyf doberman doctor dodge dodger
dodgeram dodgers dogfood dogg doggie doggy doghouse dogman dogs doitnow dollar dolphin dolphins domainlock2005 domino
donkey donuts doobie doodle doogie dookie dotcom doughboy dracula drago dragon dragonba dragonball dragons dragoon
dreamer dreams driver drizzt droopy drowssap drpepper drummer dthjybrf dublin ducati duchess duck dumbass durango
duster dutchess eagle eagles eastside eatme eatpussy eatshit eclipse eddie eduard edward eeyore einstein ekaterina
electra electric electron element elephant elizabet elizaveta elvis emerald emily eminem empire engage engineer
enigma enter enterpri enterprise entrar eraser ericsson erotic erotica escort eternal eternity eureka europa
eusoudejesus everest everton excalibu exigen exigent exodus explorer express extreme fabie fabric facial faggot
falcon falcons fallen fallout fang fantasy farscape farside fart faster fatass fatboy fatcat fatman feather
felicidade fender feng fergie fernand ferrari ferret fester fetish fghtkm ficken fiesta figaro fighter filter
finalfantasy finger fire fireball firebird firefly firefox fireman fish fishes fishing fisting fitness fkmnthyfnbdf
fktrcfylh fktrcfylhf fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf fktrctq flamengo flames flamingo flash flatron fletch
flexible flipper floppy florian florida flounder flower fluffy fluminense flvbybcnhfnjh flyboy flyers foobar footbal
football fordf forest forever forfun formula fortuna foryou fossil foxtrot francesc frank franky freaks freaky
freckles freddy frederiksberg freedom freepass freeporn freeuser friday fright frisco frisky frodo frog frogger
froggy front frontier frosty fubar fuck fucked fucker fuckers fuckface fuckher fucking fuckit fuckme fuckoff
fucktheworld fuckthis fucku fuckyou fuckyoubitch fugazi funtime fusion futbol fuzzy fyfcnfcbz fylhtq fynfyfyfhbde
fytxrf fyutkbyf gabrie gabriel gabriell galaxy galina galore gambit gamecube gameover gandalf gangbang gangsta
gangster garden garfield gargoyle gateway gator gatorade gators gawker gbpltw gegcbr geheim gemini genesis genius
george geronimo gesperrt getmoney getsome gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghbdtnghbdtn ghbdtnrfrltkf ghblehjr
ghetto ghhh47hj7649 ghjcnj ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjqgfhjkm ghjcnjrdfibyj
ghjnbdjcnjzybt ghost ghostrider giants ginger giorgi girls gizmo gizmodo gjkbyf gjkysqgbpltw gladiator gmoney gn56gn
goalie goaway goblin goblue gobucks goddess godfathe godfather godsmack godzilla gofish goforit goku golden goldfish
goldstar goldwing golf golfball golfer golfing goliath gollum gonavy gong gonzo goober goodboy goodluck goodtime
goofy google goose gopher gordon gorilla gotcha gothic gotohell govols granny grapes grease great greatone green
greenbay greenday greenlantern greens gregor gremio gremlin grendel gretzky griffey gringo grizzly gromit groove
groovy groucho grumpy gsxr gtnhjpfdjlcr guai guardian guiness guinness guitar gundam gunnar gunner gunners gustav
hacked hacker hairy halflife hallo hambone hamburg hamish hamlet hammer hammers hamster handyman hannah hannibal
hansolo happy happyday hardcock hardcore hardon hardrock harley harry havefun hawaii hawaiian hawkeye hawkeyes
hayabusa hd764nw5d7e1vb1 hearts heater heather heaven heckfy hedgehog hedimaptfcor heineken hellfire hello helloo
hellos hellyeah helmet helpme hendrix hentai herbie hercules hermes hershey hesoyam hidden highland hiphop hippie
hithere hitler hitman hjvfirf hobbes hobbit hockey hokies holiday holly hollywoo holyshit homer homers homerun honda
honey hongkong hooker hoosier hoosiers hooter hooters hootie horizon horndog hornet horney horny horse horses hotbox
hotboy hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house hover huai hummer hunter hunting hurrican
husker huskers huskies hustler hyperion iamgod iampurehaha2 ib6ub ibanez icecream iceman idontkno idontknow iforgot
igor iguana ihateyou illini illusion iloveboobies ilovemyfamily ilovesex iloveu iloveyo iloveyou immortal impala
incubus indiana indians indigo inferno infiniti infinity ingodwetrust insane insert installdevic installsqlst integra
intel internacional internet intrepid intruder inuyasha iomega ipswich irina irish ironman iscool iseedeadpeople
istanbul italia ivanov ivanova iverson iwantu j4ye3uz jabroni jackal jackass jackoff jackson jacob jagger jaguar
jamaica james jamesbon jamesbond jamesbond007 jamie jammer jammin jarhead jasmine jason jasper java jaybird jayden
jayhawk jazzman jedi jeep jenn jenny jericho jerkoff jessic jessica jester jesus jesuscristo jethro jetski jewels
jiang jimbo jimbob jimmy jing jiong jktymrf jockey johann johannes john johnboy joker jokers jordan joshua jrcfyf
juggalo juice jumper junebug jungle junior jupiter just4me justdoit justice justin justinbieber justme juventus
kahuna kaktus kamikaze kangaroo kansas karate karina karolina kashmir kasper katana katerina katie katrin kawasaki
kcj9wx5n keeper kelly kenshin kenwood kenworth kevin keyboard keystone keywest kickass kicker killbill killer killers
killme kingfish kingkong kingpin kingston kinky kipper kirill kisses kissme kitkat kitten kitty kittycat kittykat
klaster kleopatra klingon knickers knicks knights knopka kodiak kolobok kool korn koshka kosmos kostya kotaku kotenok
krishna ktyjxrf kume kungfu labrador labtec lacrosse ladybug laguna lakers lakota lancelot lancer lansing laptop
larisa laser lassie lasvegas latinas latino leather leavemealone ledzep legacy legend legion legolas leng lennon
leonid leopard lesbian lesbians lespaul lestat letmein letsgo lexmark lexus lhbjkjubz2957704 liang liberty lick
licker lickit lickme lifehack lighter lightnin lightning lights linda lineage lion lionking liquid liverpoo liverpool
lizard lobster loco logan logitech lokomotiv lolipop lollipop lollol london lonestar lonewolf longhorn looker looser
loser losers lost4815162342 lotus love loveit lovely loveme lover loverboy lovers lovesex loveyou lowrider ltybcrf
luan lucifer lucky luckydog ludmila lust lvbnhbq lytghjgtnhjdcr macdaddy machine macross maddie maddog madina madison
madman madmax madness madonna maestro maggie maggot magic magick magicman magnum magnus magpie maiden mailcreated
mailcreated5240 mailman majestic makaveli maksim malaka malibu malina mallard mamapapa manchest manchester mancity
mandarin mandingo mango maniac manowar manson mantis manutd maprchem56458 maradona marathon maria marika marina
marine mariners marines marino marius marketplace marlboro marley martin martini maryjane massimiliano massive maste
master masterbaiting masterbating masturbation matador matrix matthew mature maurolarastefy maverick maxell maxim
maxima maximus maxwell maxx mayday mayhem mazafaka mazda meatball meathead meatloaf mechanic medusa megadeth megaman
megapass megatron meister melissa mellon mellow memorex memphis menace meng meowmeow mercedes mercury meridian merlin
merlot mermaid mersedes metallic metallica mets mevefalkcakk mexico miami mian miao michae michael michaeljackson
michigan mickey microlab micron microsof microsoft midget midnight midway mighty mikey milana milano milena milkman
millwall minecraft minecraft123 minime mirage misfit mishka missy mister mistress misty mittens mnbvcxz modena mojo
molly mollydog moloko molson momoney momsanaladventure monaco monalisa monarch monday mondeo money moneyman moneys
mongoose monitor monke monkey monkeys monopoly monster montana montgom montreal moocow mookie moomoo moonlight moose
morgan morganstanley moritz morpheus mortalkombat mortgage mortimer moscow mother motherlode motorola mountain mouse
mozart msorcloledbr mudar muffin mulder mullet multiplelo munchkin muppet musashi muscle mushroom music musica
musicman mustafa mustang mustangs mustard mybaby mylife mylove myname mypass mystic naked napass napster naruto
nascar nasty nastya natali natasha naughty ncc1701a ncc1701d ncc1701e nebraska needforspeed nemesis
nemvxyheqdd5oqxyxyzi neng neptune networkingpe nevada newbie newcastl newlife newpass newport newproject2004 newyork
nfnmzyf nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths niao nickel nicola nicole nigger nightcrawler nike nikita nikola
nikolay nimbus nimrod niners ning ninja ninjas nintendo nipper nipple nipples nirvana nissan nitram nofear nokia
nolimit nomore nondriversig nong noodle noodles nookie nopass novell ntktajy nude nudist nugget nuggets number
nuttertools nwo4life nyjets nylons nymets oakland oasis obiwan oblivion oceans ohyeah oicu oilers oksana
olcrackmaster oldman oleg oliver olivier omega onelove onetime online onlyme ontheoutside openup operador operator
optimus oracle orange oranges orchid orgasm orioles orion oscar osiris othello outkast outlaw overkill overlord
oxford pa55w0rd pa55word pacers packard packer packers pacman padres paintbal paintball pakistan paladin palmeiras
paloma panama panasoni panasonic pancho panda pandora pantera panther panthers panties pantyhos panzer paradise
paradox paraklast1974 parola parrot pascal pass passat passion passme passport passw0rd passwd passwor password
password1234 passwords passwordstandard passwort patches patrick patriot patriots pavilion peach peaches peanut
peanutbutter peanuts pearljam pebbles peekaboo peewee pegasus pencil peng penguin penguins penis penny penthous
pentium pepper pepsi pervert peter peterpan petrov peugeot phantom pheonix philippe philips phillies philly phish
phoeni phoenix photos phpbb pian pianoman piao picard picasso piccolo pickle pickles pickup pics piglet pikachu
pillow pimp pimpin pineappl ping pingpong pinhead pink pinkfloy pinky pioneer pippen pirate pirates pisces pissing
pissoff pistol pitbull pizza pizzas planet plastic platinum playboy player playstation playstation2 playstation3
playtime plumber plymouth pobeda poison poiuyt poiuytrewq pokemon polaris police polina polniypizdec polniypizdec0211
polniypizdec110211 polo polska pompey poncho pontiac pony poochie poodle pooh poohbear pookie poontang poop pooper
poopie poopoo pooter popcorn popeye poppy porkchop porn porno pornographic pornos pornstar porsche portland portugal
poseidon possum postal potato pothead powder power preacher precious predator prelude presario presto primus prince
princes princess printer prissy private privet prodigy prophet proxy psycho ptybnxtvgbjy puddin pudding pumpkin
punisher punkin punkrock punksnotdead puppies puppy pupsik purdue purple pussey pussie pussies pussy pussycat
pussyman pussys putter pyramid python q1w2e q1w2e3r q1w2e3r4t q1w2e3r4t5y q1w2e3r4t5y6 q1w2e3r4t5y6u7
q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 q2w3e q2w3e4r q2w3e4r5t q2w3e4r5t6y qa2ws3ed qawsed qawsedrf qawsedrftgyh
qaz123wsx456 qaz2ws qaz2wsx qaz2wsx3edc qazqaz qazwsx qazwsxed qazwsxedc qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb
qazxsw qazxswedc qazxswedc123 qazxswedcvfr qazzaq qiao qing qiong quan quantum quartz quattro queens quest qw34er
qwas qwaszx qwaszxerdfcv qweasd qweasdzxc qweasdzxc123 qweqwe qwer qwerasdf qwerasdfzxcv qwert qwertasdfgzxcvb qwerty
qwerty123456 qwerty123456789 qwertyasdfgh qwertyu qwertyui qwertyuio qwertyuiop qwertyuiop10 qwertyuiop12
qwertyuiop123 qwertyuiop12345 qwertyytrewq qwertz r2d2c3po rabbit rabota racecar racer racerx rachel racing ragnarok
raider raiders rainbow rainman raistlin rambler rambo rammstein ramones ramses rancid random ranger rangers raptor
rascal rasdzv rasputin rasta rastaman raven ravens razz rbhbkk rctybz reader realmadrid reaper rebecca rebel rebels
redalert redbull reddog redfish redhead redhot redline redman redneck redrum redskins redsox redwing redwings redwood
reebok reefer renault renegade reng repasse rereirf rescue residentevil retard rfhbyf rfnthbyf rfnthbyf1988 rfrfirf
rfrnec rhbcnbyf rhfcjnrf rhino rhtdtlrj richard rightnow ripken ripper ripple rjirfrgbde rjntyjr rjycnfynby roadkill
roadking roadrunn robert robotech rocker rocket rockets rockford rockhard rockon rocks rockstar rocky rodman roller
rolltide romashka rommel ronaldo rong rookie rooster rootbeer rosebud rotten route rover rovers royals rtyuehe ruan
rubber rulez rulezzz runescape runner rush ruslan russia rustam rusty sabbath sabine sabres sadie safari sailboat
sailing sailor saints sakura salamander saleen sally salmon salomon salsero samantha samiam sammy samson samsung
samtron samurai sancho sandiego sandman sandro sandy sanfran sanfrancisco saopaulo sapper sapphire sarah saratoga
sascha sasha sassy sasuke satan satana saturn saun saun24865709 sauron sausage sayang scania scanner scarface scarlet
schoolgirlie scooby scoobydo scooter scorpio scorpion scotch scotland scott scotty scout scrappy scream scruffy scuba
scully seahawks seamus searay seattle sebastia secret security seeker seemnemaailm segredo seinfeld select seminole
semperfi seng senha sentinel septembe serega serenity sergei sergey sergi sersolution server sesame seven sex4me
sexsex sexual sexx sexxxx sexy sexygirl sexyman shado shadow shaggy shai shalom shaman shamrock shaney shang shania
shannon shaolin shark sharks sharky shasta shaved shazam shei shelby shemale sherlock shiloh shithead shitty shogun
shooter shorty shotgun shou showme showtime shun siemens sierra silver silverad simba simon simple simpsons sinatra
sinbad sinister sinner sirius sithlord sixers skate skater skeeter skidoo skiing skinny skipper skippy skittles
skorpion skydive skylar skyler skyline skywalke skywalker slacker slapper slappy slapshot slave slayer sleepy slick
slider slim slinky slipknot slippery slut sluts slutty smeghead smegma smelly smiles smiley smiths smitty smoke
smoker smokes smokey smokie smokin smooth smudge smut snake snakes snapon snapper snapple snatch sneakers snickers
sniper snoop snoopdog snoopy snowball snowboar snowman snuffy snuggles sobaka soccer socrates softball software
sojdlg123aljg soldier soleil solnce sommer sonic sonics sonnenschein sonoma sony sonyericsson sooners sophie
soso123aljg southpar southpark spaceman spank spanking spankme spanky sparkle sparky sparta spartak spartan spartans
spawn speaker specialinsta spectre spectrum speedo speedy spice spider spiderma spiderman spidey spike spinner spirit
spitfire splash splinter sponge spongebob spooky spring sprint sprite spunky spurs sputnik spyder squall squash
squirrel squirt srinivas stalin stalker stallion star starbuck starcraf starcraft stardust starfire starfish stargate
starman starship starter startrek starwars static stealth steeler steelers stefano steph stephani stereo sterlin
steve stickdaddy77 sticks sticky stimpy sting stinger stingray stinky stinkyfinger stocking stocks stonecol stonecold
stoned stones stoney storm stormy stranger stratocaster strider strike striker stripper stud studly stumpy stunner
stupid subaru sublime subway subzero success suck sucker suckit suckme sucks sugar sultan summer summit sundance
sunday sunflowe sunflower sunnyday sunrise sunset sunshin sunshine super superfly superman supersta superstar surf
surfer surfing suzuki sveta svetik svetlana svoboda swallow sweet sweetpea sweets sweety swimmer swimming swinger
swingers sword swordfis swordfish swords sydney syncmaster syracuse systemofadown tacobell tacoma talisman talon
tango tanker tardis target tarheel tarheels tarzan tattoo tatyana taurus taylor tazman tazmania tdutybq tdutybz
teacher technics techno teddy teddybea teddybear teen teens tekken telefon temp tempest templar temppassword teng
tennis tequila terminator terrapin terror test teste tester testing texas thailand thanatos thankyou theboss
thecakeisalie thecat thedog thedoors thedude theend thegame thegreat thekid theking theman theone therock thesims
thirteen thoma thomas thongs thor thuglife thumbs thumper thunder thunderb tian tiberius ticketmaster tickle tiffany
tiger tigers tigger tights timber ting tinker tinkerbell tinman tintin titanic titanium titans titleist tits titten
titties titty tolkien tomato tomcat tommy tommyboy toolman toon tootsie topcat topdog topgun topher topper tornado
toronto toshiba tottenha tottenham toyota tracker tractor trader trance transam translator trapper travel traveler
treasure trebor trfnthbyf triangle tricky trident trigger trinity triton triumph trixie trocar trojan trojans
trombone trooper trouble truck trucker trucks truelove trumpet trunks trustno tsunami tuesday tulips tunafish tundra
turbo turkey turtle tweety twilight twinkle twisted twister tyler typhoon ufkbyf ugd5hip2j ultima ultimate umbrella
underdog undertaker unicorn unreal usarmy usmc usnavy usuario usuckballz utopia vacation vader vadim vagina valentin
valentina valera valhalla valkyrie vampire vanhalen vanilla vanyarespekt vasco vasilisa vector vectra vedder vegeta
velvet venera verbatim veritas vermont veronika vertigo vette vfczyz vfhbyf vfhbyfvfhbyf vfhecz vfhufhbnf vfksirf
vfrcbv vfrcbvrf vfrcbvvfrcbv vfvekz vfvfgfgf vfvfvskfhfve vfvjxrf viagra victory viewsonic viking vikings viktor
viktoria viper vipers virgin vision vitalik vkontakte vladik vladimir vladimirovna vladislav volley volvo voodoo
vortex voyager voyeur vulcan walleye walmart walnut walrus wanker wapbbs warcraft wareagle warhammer warhammer40k
warlock warlord warrior warriors warthog wasser wassup watcher waterloo wazzkaprivet weasel webmaste webmaster
websolutions websolutionssu webuivalidat weed weezer weihnachtsbau weihnachtsbaum welcome welder werewolf westham
westside westwood wetpussy whatever whatsup wheels whiskers whiskey whisky whisper whitesox whitey whocares whore
whosyourdaddy whynot wibble wicked wildcat wildcats wildfire wildman william willow windows windsor winner winston
winter wisdom wishbone wizard wolf wolfgang wolfie wolfman wolfpack wolverin wolverine wolves wombat woody woofwoof
woohoo wookie wordpass wraith wrangler wrestle wrestlin wrinkle wutang x2zkg8w xanadu xavier xbox xerxes xfiles xiang
xtreme xxxp455w0rd5 xxxpass yamaha yankee yankees ybrbnf ybrjkfq yellow yfcntymrf yfnfif yfnfkmz yoda yomama yosemite
yourmom yousuck ytrewq yzerman z1x2c z1x2c3v z1x2c3v4b5n6m7 zaphod zappa zaq12wsx zaq1xsw zaq1xsw2cde3 zaqwsx
zaqwsxcderfv zaqxsw zaraza zcfvfzkexifz zenith zeppelin zerocool zeus zhai zhei zheng zhong zhou zhuai zhuang zhun
zidane ziggy zigzag zipper zippy zombie zorro zqjphsyf6ctifgu zvezda zxasqw zxcasd zxcasdqwe zxcasdqwe123 zxcv zxcvbn
zxcvbn123456 zxcvbnm zxcvbnm123456789
`
    .trim()
    .split(/\s+/),
);
