// The modules of this layer have a fast-check of their own.
import "../support/repeatable";
