/** The group types of a made-up registry: what each allows, and the type of its groups' subgroups, if any. */
export interface GroupTypeModel {
  readonly name: string;
  readonly subgroupType?: string;
  readonly allows: readonly ("reviews" | "topics" | "countries")[];
  /** How many of a hundred groups are of this type. */
  readonly share: number;
}

export const groupTypeModels: readonly GroupTypeModel[] = [
  { name: "Centre", subgroupType: "Centre Branch", allows: ["countries"], share: 9 },
  { name: "Centre Branch", allows: ["countries"], share: 10 },
  { name: "Associate Centre", allows: ["countries"], share: 5 },
  { name: "Affiliate", allows: ["countries"], share: 6 },
  { name: "Geographic Group", subgroupType: "Affiliate", allows: ["countries"], share: 3 },
  { name: "Review Group", subgroupType: "Review Group Satellite", allows: ["reviews", "topics"], share: 15 },
  { name: "Review Group Satellite", allows: ["reviews", "topics", "countries"], share: 10 },
  { name: "Network", subgroupType: "Thematic Group", allows: ["topics"], share: 4 },
  { name: "Thematic Group", allows: ["topics"], share: 6 },
  { name: "Field", allows: ["topics"], share: 4 },
  { name: "Methods Group", subgroupType: "Methods Subgroup", allows: ["reviews"], share: 6 },
  { name: "Methods Subgroup", allows: [], share: 7 },
  { name: "Consumer Panel", allows: [], share: 3 },
  { name: "Board", subgroupType: "Committee", allows: [], share: 1 },
  { name: "Committee", allows: [], share: 3 },
  { name: "Advisory Group", allows: [], share: 3 },
  { name: "Project Team", allows: ["reviews"], share: 3 },
  { name: "Other", allows: [], share: 2 },
];
