import type { HashedPassword } from "./secrets";

/** Who may sign in: a user's name, both kinds of credential in stored form, and what they open. */
export interface Account {
  readonly userName: string;
  readonly password: HashedPassword;
  /** From `hashToken`. */
  readonly token: string;
  /** Which records the user may read; the specification leaves this open (section 5, rule 6). */
  readonly reads: "everything" | "groups-and-self";
}

/** The sample users that the README names. */
export const sampleAccounts: readonly Account[] = [
  {
    userName: "reviewer",
    password: { salt: "_SXZFihNwMh3vvU2fYmBig", hash: "XjthL6zKXtYrniR-hGyMTeu4Q35TqNKKmmFLWl0lQZs" },
    token: "UQVOLzbKoAWTOCZ76f2l1yp7s7PPEHu9qCF7A0koUec",
    reads: "everything",
  },
  {
    userName: "reader",
    password: { salt: "IAG6M-ospvpvqdwIU07Uug", hash: "rGJ6eGxbn5Lhsv7R69cAmpSqGIRNs3nQNDq7Kw-jgNQ" },
    token: "ulAFpAz1IS5KwBkBBMwSftqwEylLtxJ5qXWyeoCYLUU",
    reads: "groups-and-self",
  },
];
