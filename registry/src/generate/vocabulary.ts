import type { Country } from "../../../schemas/generated/registry";
import type { Random } from "./random";

/** Where made-up people live: invented names and towns, and phone numbers that are set aside for fiction. */
export interface Region {
  readonly country: Country;
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  readonly towns: readonly string[];
  readonly streets: readonly string[];
  readonly zip: (random: Random) => string;
  /** Landline and mobile numbers; "" where no range is set aside. */
  readonly phone: (random: Random) => string;
  readonly mobile: (random: Random) => string;
}

const noNumber = () => "";

// The ranges that the regulators of these countries keep free for films and books.
const britishPhone = (random: Random) => `+44 20 7946 0${random.digits(3)}`;
const britishMobile = (random: Random) => `+44 7700 900${random.digits(3)}`;
const northAmerican = (random: Random) => `+1 202 555 01${random.digits(2)}`;
const germanPhone = (random: Random) => `+49 30 23125 ${random.digits(3)}`;
const germanMobile = (random: Random) => `+49 171 39200${random.digits(2)}`;
const frenchPhone = (random: Random) => `+33 1 99 00 ${random.digits(2)} ${random.digits(2)}`;
const frenchMobile = (random: Random) => `+33 6 39 98 ${random.digits(2)} ${random.digits(2)}`;
const australianPhone = (random: Random) => `+61 2 5550 ${random.digits(4)}`;
const australianMobile = (random: Random) =>
  `+61 491 570 ${random.pick(["006", "110", "156", "157", "158"])}`;

export const regions: readonly [Region, ...Region[]] = [
  {
    country: { code: "GB", name: "United Kingdom" },
    givenNames: ["Alice", "Bríd", "Callum", "Eleanor", "Gethin", "Imogen", "Morag", "Rhys", "Siân", "Tobias"],
    familyNames: [
      "Ashgrove",
      "Blackwater",
      "Carrow",
      "Dunmore",
      "Fenwright",
      "Hollis-Grey",
      "MacAilpein",
      "O’Tierney",
    ],
    towns: ["Harrowmere", "Llanfelin", "Strathorran", "Wickenford"],
    streets: ["Mill Lane", "Priory Road", "Saltmarsh Street"],
    zip: (random) => `HM${1 + random.below(9)} ${random.below(10)}ZZ`,
    phone: britishPhone,
    mobile: britishMobile,
  },
  {
    country: { code: "DE", name: "Germany" },
    givenNames: ["Anke", "Björn", "Friederike", "Jürgen", "Käthe", "Lutz", "Sönke", "Uta"],
    familyNames: [
      "Birkenmüller",
      "Dünenberg",
      "Großkopf",
      "Hasselwörth",
      "Kälberer",
      "von der Lühe",
      "Weißdorn",
    ],
    towns: ["Altenwörde", "Birkenfürth", "Osterkoog"],
    streets: ["Am Wehr", "Gänseweg", "Kirchstraße"],
    zip: (random) => `0${random.digits(4)}`,
    phone: germanPhone,
    mobile: germanMobile,
  },
  {
    country: { code: "FR", name: "France" },
    givenNames: ["Aurélie", "Benoît", "Chloé", "François", "Gaëlle", "Hervé", "Noémie", "Thaïs"],
    familyNames: ["Beauséjour", "d’Aubrac", "Grandpré", "Lefèvre-Moulin", "Montaigut", "Valserein"],
    towns: ["Saint-Aubert-des-Prés", "Vieilmont", "Château-Lunel"],
    streets: ["rue des Tilleuls", "allée de l’Étang", "place du Marché"],
    zip: (random) => `00${random.digits(3)}`,
    phone: frenchPhone,
    mobile: frenchMobile,
  },
  {
    country: { code: "AU", name: "Australia" },
    givenNames: ["Bronwyn", "Darcy", "Harriet", "Jarrah", "Lachlan", "Matilda"],
    familyNames: ["Coolibah", "Ferngully", "Quillfeather", "Redgum", "Wattlebrook"],
    towns: ["Port Merrin", "Gulgarra", "Kooyalla"],
    streets: ["Banksia Drive", "Jetty Road", "Wattle Street"],
    zip: (random) => `9${random.digits(3)}`,
    phone: australianPhone,
    mobile: australianMobile,
  },
  {
    country: { code: "CA", name: "Canada" },
    givenNames: ["Anouk", "Dakota", "Étienne", "Geneviève", "Kiona", "Wyatt"],
    familyNames: ["Beaulac", "Nightwater", "Silverpine", "Tremblebois", "Underhill-Roy"],
    towns: ["Lac-aux-Loups", "Maple Narrows", "Fort Aldous"],
    streets: ["Cedar Avenue", "chemin du Portage", "Lakeshore Road"],
    zip: (random) => `Z${random.below(10)}Z ${random.below(10)}Z${random.below(10)}`,
    phone: northAmerican,
    mobile: northAmerican,
  },
  {
    country: { code: "US", name: "United States" },
    givenNames: ["Aaliyah", "Carter", "Deshawn", "Ezra", "Guadalupe", "Savannah"],
    familyNames: ["Brightwater", "Copperfield", "Easterling", "Nakagawa-Reed", "Pemberwick"],
    towns: ["Cedar Hollow", "Marlow Springs", "Pine Crossing"],
    streets: ["Elm Street", "Railroad Avenue", "2nd Street"],
    zip: (random) => `000${random.digits(2)}`,
    phone: northAmerican,
    mobile: northAmerican,
  },
  {
    country: { code: "ES", name: "Spain" },
    givenNames: ["Begoña", "Íñigo", "José María", "Nuria", "Sebastián", "Zuriñe"],
    familyNames: ["Alcántara Peñuelas", "Ibáñez del Río", "Montañés Guijarro", "Núñez Ordúñez"],
    towns: ["Villanueva del Jaral", "Peñaclara", "Aldearrubia"],
    streets: ["calle Mayor", "paseo de los Álamos", "plaza Nueva"],
    zip: (random) => `00${random.digits(3)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "BR", name: "Brazil" },
    givenNames: ["Antônio", "Conceição", "Inês", "João Vítor", "Letícia", "Thiago"],
    familyNames: ["Araçatuba Lemos", "de Assunção", "Guimarães Brandão", "Magalhães Luz"],
    towns: ["São Bento do Ipê", "Jacarandá", "Pedra Clara"],
    streets: ["avenida das Acácias", "rua do Ouvidor Velho"],
    zip: (random) => `00${random.digits(3)}-${random.digits(3)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "PL", name: "Poland" },
    givenNames: ["Agnieszka", "Bogusław", "Łucja", "Małgorzata", "Paweł", "Żaneta"],
    familyNames: ["Brzozowiecki", "Dąbrowolska", "Gęsiarz", "Śliwiński-Łan", "Źródłowska"],
    towns: ["Białobrzezie", "Zielony Dół", "Stara Łąka"],
    streets: ["ul. Lipowa", "ul. Młyńska"],
    zip: (random) => `00-${random.digits(3)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "TR", name: "Türkiye" },
    givenNames: ["Ayşegül", "Çağla", "İbrahim", "Oğuz", "Şebnem", "Ümit"],
    familyNames: ["Akçaağaç", "Gümüşdere", "Işıklı", "Yağızoğlu"],
    towns: ["Çınarköy", "Gökçepınar"],
    streets: ["Çamlık Caddesi", "Iğdeli Sokak"],
    zip: (random) => `00${random.digits(3)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "GR", name: "Greece" },
    givenNames: ["Αλέξανδρος", "Δήμητρα", "Ελευθερία", "Νικόλαος"],
    familyNames: ["Ανεμοδουρής", "Θαλασσινού", "Πετροβούνης"],
    towns: ["Neochori tis Limnis", "Agia Petra"],
    streets: ["Odos Elaias", "Odos Limaniou"],
    zip: (random) => `000 ${random.digits(2)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "EG", name: "Egypt" },
    givenNames: ["ليلى", "سامي", "نادية", "يوسف"],
    familyNames: ["البستاني", "النهري", "زهرالدين"],
    towns: ["Kafr al-Yasmin", "Nahiyat al-Bahr"],
    streets: ["Sharia al-Nakhil", "Corniche Road"],
    zip: (random) => `00${random.digits(3)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "JP", name: "Japan" },
    givenNames: ["葵", "健太", "美咲", "悠斗"],
    familyNames: ["霧島原", "白鷺沢", "月見里"],
    towns: ["Shirasagi-shi", "Kirishima-hara"],
    streets: ["Sakura-dori", "Eki-mae"],
    zip: (random) => `000-00${random.digits(2)}`,
    phone: noNumber,
    mobile: noNumber,
  },
  {
    country: { code: "CI", name: "Côte d’Ivoire" },
    givenNames: ["Adjoua", "Kouassi", "Mariétou", "N’Guessan", "Yaël"],
    familyNames: ["Bléoué", "Kossonou-Dié", "N’Zi", "Tanoé"],
    towns: ["Grand-Béréko", "Yakassé-Lagune"],
    streets: ["boulevard de la Lagune", "rue des Manguiers"],
    zip: () => "",
    phone: noNumber,
    mobile: noNumber,
  },
];

export const healthTopics: readonly string[] = [
  "Allergy",
  "Anaesthesia",
  "Balance Disorders",
  "Burns",
  "Childbirth",
  "Chronic Pain",
  "Clinical Nutrition",
  "Dental Health",
  "Diabetes",
  "Emergency Care",
  "Epilepsy",
  "Eye Health",
  "Falls Prevention",
  "Hearing",
  "Heart Failure",
  "Hepatology",
  "Incontinence",
  "Kidney Disease",
  "Long-term Care",
  "Lung Health",
  "Malaria",
  "Migraine",
  "Musculoskeletal Health",
  "Neonatal Care",
  "Occupational Health",
  "Palliative Care",
  "Physiotherapy",
  "Rare Diseases",
  "Rehabilitation",
  "Rural Health",
  "School Health",
  "Skin",
  "Sleep",
  "Snakebite",
  "Stroke Recovery",
  "Travel Medicine",
  "Tuberculosis",
  "Vaccines",
  "Vestibular Migraine",
  "Wound Care",
  "Ménière’s Disease",
  "Sjögren’s Syndrome",
];

export const methodTopics: readonly string[] = [
  "Adverse Effects",
  "Automation",
  "Bias",
  "Cost-effectiveness",
  "Equity",
  "Information Retrieval",
  "Network Meta-analysis",
  "Non-randomised Studies",
  "Patient-reported Outcomes",
  "Prognosis",
  "Qualitative Evidence",
  "Rapid Reviews",
  "Statistics",
  "Test Accuracy",
];

export const interventions: readonly string[] = [
  "Antibiotics",
  "Breathing exercises",
  "Cognitive behavioural therapy",
  "Compression stockings",
  "Early mobilisation",
  "Honey dressings",
  "Light therapy",
  "Massage",
  "Oral rehydration",
  "Peer support",
  "Probiotics",
  "Statins",
  "Telephone follow-up",
  "Vitamin D",
  "Zinc",
];

export const conditions: readonly string[] = [
  "acute bronchitis in children",
  "ankle sprain",
  "chronic low back pain",
  "common cold",
  "delirium in hospital",
  "insomnia in adults",
  "iron-deficiency anaemia",
  "leg ulcers",
  "postnatal depression",
  "preterm birth",
  "seasonal allergic rhinitis",
  "stroke",
  "type 2 diabetes",
  "urinary tract infection",
];

export const groupRoleNames: readonly string[] = [
  "Author",
  "Consumer Representative",
  "Contact Person",
  "Convenor",
  "Co-ordinating Editor",
  "Director",
  "Editor",
  "Information Specialist",
  "Managing Editor",
  "Member",
  "Peer Reviewer",
  "Statistician",
  "Translator",
];

export const documentRoleNames: readonly string[] = [
  "Author",
  "Contact Author",
  "Contact Editor",
  "Peer Reviewer",
];

export const departments: readonly string[] = [
  "Department of Epidemiology",
  "Evidence Synthesis Unit",
  "School of Nursing",
  "Institute of Public Health",
  "Library",
];
